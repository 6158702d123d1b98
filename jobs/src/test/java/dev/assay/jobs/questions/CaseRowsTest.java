package dev.assay.jobs.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.jobs.TestRun;
import dev.assay.jobs.sampling.DrawnSample;
import dev.assay.questions.Difficulty;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import dev.assay.tables.RowValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseRowsTest {
  @TempDir Path dir;

  /**
   * Stratum 0 has 40 chunks: a and b were drawn with chances 1/4 and 1/12 and stand for 4 + 12, so
   * their weights are 4 and 12 times 40/16; a has two questions. c of stratum 0 yielded none.
   * Stratum 1 has 6 chunks, and d alone speaks for them.
   */
  @Test
  void weightsOfAStratumSumToItsSizeInProportionToTheChances() {
    DrawnSample sample =
        new DrawnSample(
            new TreeMap<>(
                Map.of(
                    "a", new DrawnSample.Chunk(0, 1 / 4.0),
                    "b", new DrawnSample.Chunk(0, 1 / 12.0),
                    "c", new DrawnSample.Chunk(0, 1 / 2.0),
                    "d", new DrawnSample.Chunk(1, 1 / 3.0))),
            new TreeMap<>(Map.of("d", new TreeMap<>(Map.of("c", .125)))),
            new TreeMap<>(Map.of(0, 40L, 1, 6L)));
    Map<String, Double> weights = new TreeMap<>();
    List<String> pairs = new ArrayList<>();
    for (Row row :
        new CaseRows(TestRun.of(dir, "generate"), sample)
            .rows(
                List.of(
                    draft("a1", "a"), draft("a2", "a"), draft("b1", "b"), draft("d1", "d", "c")))) {
      weights.put(row.getAs("question"), row.getAs("sampling_weight"));
      Map<String, String> more = RowValues.map(row, "attributes");
      if (more.containsKey("pair_probability")) {
        pairs.add(row.getAs("question") + " " + more.get("pair_probability"));
      }
    }
    assertThat(weights.get("a1")).isCloseTo(5, within(1e-12));
    assertThat(weights.get("a2")).isCloseTo(5, within(1e-12));
    assertThat(weights.get("b1")).isCloseTo(30, within(1e-12));
    assertThat(weights.get("d1")).isCloseTo(6, within(1e-12));
    assertThat(pairs).containsExactly("d1 0.125");
  }

  private static DraftQuestion draft(String question, String... chunks) {
    return new DraftQuestion(
        QueryType.FACTUAL,
        question,
        "answer",
        List.of(chunks),
        List.of("doc"),
        List.of("fact " + question),
        new Difficulty(1, .5, false, 0),
        Map.of());
  }

  @Test
  void fewQuestionsAreTold() {
    assertThat(Generate.few(100, 164)).isEmpty();
    assertThat(Generate.few(1, 0)).isPresent();
    assertThat(Generate.few(40, 5).orElseThrow())
        .contains("5 questions in 40 chunks", "generate.provider = endpoint", "tests.sources");
  }
}
