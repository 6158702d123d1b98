package dev.assay.jobs.training;

import dev.assay.config.AssayConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.config.models.TrainConfig;
import dev.assay.model.TrainedWeights;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.toxicity.ToxicityFile;
import dev.assay.training.ToxicityTraining;
import java.nio.file.Path;
import java.util.List;

/** Fits the toxicity model anew, and measures it on what it did not see. */
public final class TrainToxicity implements TrainingStage {

  @Override
  public String name() {
    return "train-toxicity";
  }

  @Override
  public String meaning() {
    return "Fits the toxicity model (models.toxicity) to judged tweets, on the driver, and writes its"
        + " weights and a report: AUROC with intervals on tweets that it did not see, and how often"
        + " it raises a false alarm in harmless texts. The same data and run.seed give the same"
        + " weights. A run takes some minutes and touches no table.";
  }

  @Override
  public List<String> keys() {
    return List.of("models.train-toxicity", "run.seed");
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
