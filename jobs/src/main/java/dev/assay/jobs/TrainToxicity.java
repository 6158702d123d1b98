package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.TrainToxicityConfig;
import dev.assay.model.ModelException;
import dev.assay.model.ModelSpec;
import dev.assay.spark.ExecutorModels;
import dev.assay.tables.Table;
import dev.assay.toxicity.ToxicityFile;
import dev.assay.toxicity.ToxicityTraining;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Fits the toxicity model anew, and measures it on what it did not see. */
final class TrainToxicity implements Stage {

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
    return List.of("models.train-toxicity", "run.seed");
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.UNKNOWN_INPUT;
  }

  @Override
  public Counts run(Run run) {
    TrainToxicityConfig config = run.config().models().trainToxicity();
    ToxicityTraining.Result result = train(config, run.config().run().seed());
    try {
      Path folder = Files.createDirectories(Path.of(config.path()));
      Files.writeString(folder.resolve(ToxicityFile.NAME), result.weights());
      Files.writeString(folder.resolve("toxicity-v1-report.json"), result.report());
    } catch (IOException e) {
      throw new StageException(
          "Cannot write to models.train-toxicity.path = '" + config.path() + "': " + e);
    }
    return Counts.of("texts", result.texts());
  }

  private static ToxicityTraining.Result train(TrainToxicityConfig config, long seed) {
    ModelSpec bge = ModelSpec.bgeSmall();
    Path data = Path.of(config.data());
    try {
      return new ToxicityTraining(data, ExecutorModels.embedder(bge), seed).run();
    } catch (ModelException e) {
      throw new StageException(e.getMessage(), e);
    }
  }
}
