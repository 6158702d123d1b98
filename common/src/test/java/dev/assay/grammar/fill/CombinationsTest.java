package dev.assay.grammar.fill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.TestDatabases;
import dev.assay.grammar.shape.ParsedTemplate;
import dev.assay.grammar.sql.SqlCheck;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CombinationsTest {
  @TempDir private Path directory;

  private Combinations.Drawn drawn(String where) throws Exception {
    var config =
        TestDatabases.sqlite(
            directory.resolve("bank.db"),
            "CREATE TABLE client (name TEXT, born TEXT, balance NUMERIC)",
            "INSERT INTO client VALUES ('Ada', '1980-01-01', 1), ('Ben', '1981-01-01', 2), ('Cid',"
                + " '1982-01-01', 10)");
    try (Database database = Database.open(config)) {
      return new Combinations(100, 1)
          .of(
              ParsedTemplate.of(
                  new SqlCheck(
                          database.schema(),
                          new SqlTemplatesConfig(2, 10, 10, List.of(), 4, List.of()))
                      .check("SELECT COUNT(name) FROM client WHERE " + where)
                      .template()
                      .orElseThrow()),
              database);
    }
  }

  /** Of three values six pairs are in order; nobody asks how many there are from 10 to 1. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "balance BETWEEN [client.balance:from] AND [client.balance:to]",
        "balance BETWEEN [client.balance:low] AND [client.balance:high]",
        "balance BETWEEN [client.balance] AND [client.balance:most]",
        "balance >= [client.balance:low] AND balance <= [client.balance:high]",
        "balance BETWEEN [client.balance:from] AND [client.balance:to] AND born > '1900'"
      })
  void aSpanBeginsBeforeItEnds(String where) throws Exception {
    assertThat(drawn(where).rows())
        .containsExactlyInAnyOrder(
            List.of(1L, 1L),
            List.of(1L, 2L),
            List.of(1L, 10L),
            List.of(2L, 2L),
            List.of(2L, 10L),
            List.of(10L, 10L));
  }

  @Test
  void valuesOfNoSpanAreEachWithEach() throws Exception {
    assertThat(drawn("balance > [client.balance] AND born > [client.born]").rows()).hasSize(9);
  }
}
