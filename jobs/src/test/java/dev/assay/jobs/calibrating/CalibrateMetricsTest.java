package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.StageException;
import org.junit.jupiter.api.Test;

/** Which metrics can be calibrated is known before anything runs. */
class CalibrateMetricsTest {
  private static AssayConfig config(String metric) {
    return ConfigLoader.defaults()
        .set("evaluate.evaluators=[rouge]")
        .set("calibrate.metrics=[\"" + metric + "\"]")
        .load()
        .config();
  }

  @Test
  void aMetricOfNoEvaluatorIsNamedWithThoseThatAreSelected() {
    assertThatThrownBy(() -> new Calibrate().plan(config("bleu.bleu_9")))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("bleu.bleu_9")
        .hasMessageContaining("rouge.rouge_l");
    assertThat(new Calibrate().plan(config("rouge.rouge_2"))).isEqualTo(Plan.NO_MODEL);
    assertThat(new Calibrate().plan(config("bleu.bleu_1")))
        .as("scores of it may be stored")
        .isEqualTo(Plan.NO_MODEL);
  }
}
