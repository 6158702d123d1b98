package dev.assay.config.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.AssayConfig;
import org.junit.jupiter.api.Test;

/** Which models of several metrics take part. */
class JointModelsTest {
  private static final String ALL =
      "evaluate.evaluators=[groundedness_nli, groundedness, copied, answer_length]";
  private static final String OWN =
      "calibrate.models.own={dimension=correct, metrics=[rouge.rouge_l, bleu.bleu_1]}";

  private static AssayConfig config(String... settings) {
    ConfigLoader loader = ConfigLoader.defaults();
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load().config();
  }

  @Test
  void theModelThatCostsNothingTakesPartWhereItsMetricsAreEvaluated() {
    assertThat(config(ALL).jointModels()).containsOnlyKeys("combined");
    assertThat(config(ALL.replace("copied, ", "")).jointModels()).isEmpty();
    assertThat(config(ALL).jointModels().get("combined").judges("correct")).isTrue();
    assertThat(config(ALL, "calibrate.models.combined.optional=false").jointModels())
        .containsOnlyKeys("combined");
  }

  @Test
  void aModelOfOnesOwnTakesPartWhateverRuns() {
    AssayConfig config = config(ALL, OWN);
    assertThat(config.jointModels()).containsOnlyKeys("combined", "own");
    assertThat(config.jointModels().get("own").judges("grounded")).isFalse();
    assertThat(config("evaluate.evaluators=[looping]", OWN).jointModels()).containsOnlyKeys("own");
  }
}
