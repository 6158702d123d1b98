package dev.assay.jobs.training;

import dev.assay.config.AssayConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.config.models.TrainConfig;
import dev.assay.model.TrainedWeights;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.support.SupportFile;
import dev.assay.training.SupportTraining;
import java.nio.file.Path;
import java.util.List;

/** Fits the support model anew, and measures it on what it did not see. */
public final class TrainSupport implements TrainingStage {

  @Override
  public String name() {
    return "train-support";
  }

  @Override
  public String meaning() {
    return "Fits the support model (models.entailment) to labelled texts, on the driver, and writes"
        + " its weights, those without each part of BEGIN, and a report: AUROC with"
        + " intervals in each of these parts, trained without it, and on sets that it never"
        + " trains on, beside baselines. The same data and run.seed give the same weights. A"
        + " run takes some minutes and touches no table.";
  }

  @Override
  public List<String> keys() {
    return List.of("models.train-support", "run.seed");
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
