package dev.assay.config.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.grammar.HypothesisConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrammarRulesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db/bank?user=me&password=sesame",
        "jdbc:postgresql://db/bank?pwd=sesame",
        "jdbc:postgresql://me:sesame@db/bank",
        "jdbc:h2:file:/data/bank;PASSWORD=sesame"
      })
  void aPasswordInTheUrlIsRefusedAndNotPrinted(String url) {
    assertThatThrownBy(() -> load(url))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("no password in it: grammar.database.password = ${?NAME}")
        .hasMessageNotContaining("sesame");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db/bank?readOnlyMode=ignore",
        "jdbc:postgresql://db/bank?ssl=true&options=-c%20default_transaction_read_only=off",
        "jdbc:h2:file:/data/bank;ACCESS_MODE_DATA=rw",
        "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM '/tmp/x.sql'",
        "jdbc:duckdb:bank.db;access_mode=READ_WRITE",
        "jdbc:sqlite:bank.db?mode=rw"
      })
  void whatCouldUndoThatASessionOnlyReadsIsRefused(String url) {
    assertThatThrownBy(() -> load(url))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("could undo that");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example.com:5432/bank?ssl=true&sslmode=require",
        "jdbc:sqlite:/data/bank.db",
        "jdbc:h2:file:/data/bank;SCHEMA=PUBLIC"
      })
  void othersAreTaken(String url) {
    assertThatCode(() -> load(url)).doesNotThrowAnyException();
  }

  @Test
  void aHypothesisHasAnAttributeThatNoOtherHas() {
    String list = "grammar.modular.hypotheses=[{attribute=length},{attribute=%s}]";
    assertThatThrownBy(() -> ConfigLoader.defaults().set(list.formatted("length")).load())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("each attribute once");
    assertThatThrownBy(() -> ConfigLoader.defaults().set(list.formatted("\" \"")).load())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("grammar.modular.hypotheses");
    assertThat(
            ConfigLoader.defaults()
                .set(list.formatted("style"))
                .load()
                .config()
                .grammar()
                .modular()
                .hypotheses())
        .containsExactly(new HypothesisConfig("length", ""), new HypothesisConfig("style", ""));
  }

  private static void load(String url) {
    ConfigLoader.defaults().set("grammar.database.url=\"" + url + "\"").load();
  }
}
