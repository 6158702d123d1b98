package dev.assay.jobs.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.LabelValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnRolesTest {
  private static final LabelValues WORDS = new LabelValues(List.of("yes"), List.of("no"));

  private static ColumnProfile column(String... values) {
    ColumnProfile column = new ColumnProfile(WORDS);
    for (String value : values) {
      column.take(value);
    }
    return column;
  }

  private static ColumnRoles roles(String... names) {
    Map<String, ColumnProfile> columns = new LinkedHashMap<>();
    columns.put("judge", column("0.1", "0.7", "0.4"));
    for (String name : names) {
      columns.put(name, column("0.3", "0.5", "0.1"));
    }
    return ColumnRoles.of(columns, Map.of());
  }

  @Test
  void theFirstNumberThatIsWrittenOtherwiseIsToldHoweverLateItComes() {
    ColumnProfile column = column("unknown");
    for (int i = 0; i < 100; i++) {
      column.take("0." + (100 + i));
    }
    for (int i = 0; i < 20; i++) {
      column.take("1,25" + i % 10);
    }
    assertThat(ColumnRoles.almost(Map.of("amount", column)))
        .singleElement()
        .asString()
        .startsWith("'amount' is read as text, for '1,250' is no number here");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0,85",
        "85%",
        "85 %",
        "-1,5",
        "1,250",
        "1.250,75",
        "1'250'000.5",
        "1 250 000",
        "12,5%"
      })
  void numbersThatAreWrittenOtherwise(String text) {
    assertThat(ColumnRoles.almost(Map.of("a", column(text, text)))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01.02.2024",
        "1.2.3",
        "12, 15",
        "030 123 456",
        "+49 170 1234567",
        "1,2,3",
        "2024-01-02",
        "1,25,000",
        "12 15",
        "3/4",
        "10.0.0.1"
      })
  void whatIsNoNumberHoweverItIsWritten(String text) {
    assertThat(ColumnRoles.almost(Map.of("a", column(text, text)))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "latency.p95", "latency.total", "tokens.prompt", "cost.usd", "params.temperature",
        "usage.total", "run.usage.output", "human.rating", "labels.quality", "x.human_score",
        "latency_ms", "human_recall", "scores.repeat", "response_time", "created_date.utc"
      })
  void whatAnAnswerTookAndWhatPeopleSaidAreNoScores(String name) {
    ColumnRoles roles = roles(name);
    assertThat(roles.scores()).containsExactly("judge");
    boolean label = roles.label().filter(name::equals).isPresent();
    assertThat(roles.aside()).isEqualTo(label ? List.of() : List.of(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scores.faithfulness",
        "sentiment",
        "candidate.score",
        "row.relevance",
        "humanity",
        "trial.accuracy",
        "metadata.bleu"
      })
  void whatIsCalledAlikeIsAScore(String name) {
    assertThat(roles(name).scores()).containsExactly("judge", name);
  }
}
