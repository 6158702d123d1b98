package dev.assay.jobs.training;

import dev.assay.config.AssayConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.config.models.TrainConfig;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.model.TrainedWeights;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.toxicity.ToxicityFile;
import dev.assay.training.ToxicityTraining;
import java.nio.file.Path;

/** Fits the toxicity model anew, and measures it on what it did not see. */
public final class TrainToxicity implements TrainingStage {
  private static final StageSpec SPEC =
      StageSpec.of("train-toxicity").keys("models.train-toxicity", "run.seed");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public TrainConfig block(ModelsConfig models) {
    return models.trainToxicity();
  }

  @Override
  public String weights() {
    return ToxicityFile.NAME;
  }

  @Override
  public TrainedWeights train(AssayConfig config) {
    return new ToxicityTraining(
            Path.of(block(config.models()).data()),
            ExecutorModels.embedder(ModelSpec.bgeSmall()),
            config.run().seed())
        .run();
  }
}
