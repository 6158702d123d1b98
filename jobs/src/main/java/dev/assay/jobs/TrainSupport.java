package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.TrainSupportConfig;
import dev.assay.model.ModelException;
import dev.assay.model.ModelSpec;
import dev.assay.spark.ExecutorModels;
import dev.assay.support.SupportFile;
import dev.assay.support.SupportTraining;
import dev.assay.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Fits the support model anew, and measures it on what it did not see. */
final class TrainSupport implements Stage {

  @Override
  public String name() {
    return "train-support";
  }

  @Override
  public String meaning() {
    return "Fits the support model (models.entailment) to labelled texts, on the driver, and writes"
        + " its weights, those without each part of BEGIN, and a report: AUROC with intervals in each"
        + " of these parts, trained without it, and on HaluEval, beside baselines. The same data and run.seed give the same"
        + " weights. A run takes some minutes and touches no table.";
  }

  @Override
  public List<Table> reads() {
    return List.of();
  }

  @Override
  public List<Table> writes() {
    return List.of();
  }

  /** The data and the files may have changed. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public List<String> keys() {
    return List.of("models.train-support", "run.seed");
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.UNKNOWN_INPUT;
  }

  @Override
  public Counts run(Run run) {
    TrainSupportConfig config = run.config().models().trainSupport();
    SupportTraining.Result result = train(config, run.config().run().seed());
    try {
      Path folder = Files.createDirectories(Path.of(config.path()));
      Files.writeString(folder.resolve(SupportFile.NAME), result.weights());
      for (Map.Entry<String, String> part : result.without().entrySet()) {
        String name = "support-v1-without-" + part.getKey() + ".json";
        Files.writeString(folder.resolve(name), part.getValue());
      }
      Files.writeString(folder.resolve("support-v1-report.json"), result.report());
    } catch (IOException e) {
      throw new StageException(
          "Cannot write to models.train-support.path = '" + config.path() + "': " + e);
    }
    return Counts.of("texts", result.texts());
  }

  private static SupportTraining.Result train(TrainSupportConfig config, long seed) {
    ModelSpec bge = ModelSpec.bgeSmall();
    Path data = Path.of(config.data());
    try {
      return new SupportTraining(
              data, ExecutorModels.tokens(bge), ExecutorModels.embedder(bge), seed)
          .run();
    } catch (ModelException e) {
      throw new StageException(e.getMessage(), e);
    }
  }
}
