package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.inputs.ColumnGuess;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What names in the data can do to a first configuration: nothing. */
class InitialTextTest {
  private static final AssayConfig CONFIG = ConfigLoader.defaults().load().config();

  @Test
  void namesStayNames() {
    String injected = "note\nstore.path = /elsewhere\n#";
    Config written =
        written("a\nb.csv", List.of("question", "answer", injected, "null"), List.of());
    assertThat(written.hasPath("store")).isFalse();
    assertThat(written.getString("systems.a-b.path")).isEqualTo("a\nb.csv");
    written = written("a.csv", List.of(injected, "null"), List.of());
    assertThat(written.hasPath("store")).isFalse();
  }

  @Test
  void wordsOfTheSyntaxAreQuoted() {
    Config written = written("null.csv", List.of("q", "a", "id", "include"), List.of());
    assertThat(written.getString("run.name")).isEqualTo("null");
    assertThat(written.getString("systems.null.question-column")).isEqualTo("q");
    written = written("true.csv", List.of("q", "a"), List.of());
    assertThat(written.getString("run.name")).isEqualTo("true");
    assertThat(written.root().get("run").unwrapped().toString()).isEqualTo("{name=true}");
  }

  @Test
  void columnsOfYesAndNoAreOfferedAndNotTaken() {
    List<String> columns = List.of("id", "q", "a", "is_member");
    InitialConfig first =
        InitialText.answers(
            CONFIG, "x.csv", "csv", ColumnGuess.of(columns), List.of("is_member"), List.of());
    assertThat(ConfigFactory.parseString(first.text()).hasPath("label")).isFalse();
    assertThat(first.text()).contains("remove the # if these are judgments of the answer");
    String taken = first.text().replaceAll("(?m)^#(?= label|   \\{| \\])", "");
    assertThat(ConfigFactory.parseString(taken).getConfigList("label.sources"))
        .singleElement()
        .extracting(source -> source.getString("dimension"))
        .isEqualTo("is_member");
  }

  @Test
  void columnsOfNumbersFromNoneToOneAreOfferedAsScores() {
    List<String> columns = List.of("id", "q", "a", "faithfulness");
    InitialConfig first =
        InitialText.answers(
            CONFIG, "x.csv", "csv", ColumnGuess.of(columns), List.of(), List.of("faithfulness"));
    assertThat(ConfigFactory.parseString(first.text()).hasPath("systems.x.score-columns"))
        .isFalse();
    assertThat(first.said()).contains("scores: faithfulness hold numbers from 0 to 1");
    String taken = first.text().replace("# score-columns", "score-columns");
    assertThat(ConfigFactory.parseString(taken).getStringList("systems.x.score-columns"))
        .containsExactly("faithfulness");
  }

  private static Config written(String path, List<String> columns, List<String> labels) {
    return ConfigFactory.parseString(
        InitialText.answers(CONFIG, path, "csv", ColumnGuess.of(columns), labels, List.of())
            .text());
  }
}
