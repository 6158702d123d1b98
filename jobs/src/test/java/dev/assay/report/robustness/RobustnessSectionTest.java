package dev.assay.report.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.SampleStore;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RobustnessSectionTest {
  @TempDir private Path home;

  @Test
  void anEvaluatorHasOneLineForAPerturbationAndOnlyChangedDecisionsAreLines() {
    Store store = SampleStore.empty(home).store();
    JsonRows.append(
        store,
        Tables.ROBUSTNESS,
        List.of(
            effect("retrieval.hit_at_1", "typo", "", 0.4, 0.5),
            effect("retrieval.ndcg_at_1", "typo", "", 0.5, 0.5),
            effect("retrieval.ndcg_at_1", "synonym", "", 0.1, 0.5),
            effect("rouge.rouge_l", "typo", "", 0.2, 0.5),
            effect("rouge.rouge_l", "typo", "correct", 0.0, 0.25),
            effect("rouge.rouge_1", "typo", "correct", 0.0, 0.0),
            effect("rouge.rouge_2", "synonym", "correct", 0.0, 0.0)));

    RobustnessSection.Part part = RobustnessSection.of(store, Optional.of("run-analyze")).get(0);
    assertThat(part.effects())
        .extracting(line -> line.perturbation() + " " + line.what() + " " + line.drop())
        .containsExactly(
            "typo retrieval · ndcg at 1 0.50",
            "typo rouge l 0.20",
            "synonym retrieval · ndcg at 1 0.10");
    assertThat(part.others()).as("hit_at_1 says the same of typo").isEqualTo("1");
    assertThat(part.decisions())
        .extracting(RobustnessSection.Line::what)
        .containsExactly("correct by rouge l");
    assertThat(part.kept()).isEqualTo("2");
  }

  private static String effect(
      String metric, String perturbation, String dimension, double drop, double flips) {
    return """
        {"run_id":"run-analyze","system":"dense","metric":"%s","perturbation":"%s","dimension":"%s","intensity":"all","meaning":"preserved","n":30,"n_groups":30,"n_missing":0,"judged":30,"flips":0,"ci_method":"bootstrap","drop":%s,"ci_low":0.01,"ci_high":0.9,"flip_rate":%s,"worst_case_ids":[]}\
        """
        .formatted(metric, perturbation, dimension, drop, flips);
  }
}
