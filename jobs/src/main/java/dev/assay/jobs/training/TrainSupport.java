package dev.assay.jobs.training;

import dev.assay.config.AssayConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.config.models.TrainConfig;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.model.TrainedWeights;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.support.SupportFile;
import dev.assay.training.SupportTraining;
import java.nio.file.Path;

/** Fits the support model anew, and measures it on what it did not see. */
public final class TrainSupport implements TrainingStage {
  private static final StageSpec SPEC =
      StageSpec.of("train-support").keys("models.train-support", "run.seed");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public TrainConfig block(ModelsConfig models) {
    return models.trainSupport();
  }

  @Override
  public String weights() {
    return SupportFile.NAME;
  }

  @Override
  public TrainedWeights train(AssayConfig config) {
    ModelSpec bge = ModelSpec.bgeSmall();
    return new SupportTraining(
            Path.of(block(config.models()).data()),
            ExecutorModels.tokens(bge),
            ExecutorModels.embedder(bge),
            config.run().seed())
        .run();
  }
}
