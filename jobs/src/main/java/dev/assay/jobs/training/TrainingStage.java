package dev.assay.jobs.training;

import dev.assay.config.AssayConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.config.models.TrainConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.model.ModelException;
import dev.assay.model.TrainedWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Fits a model of Assay's own on the driver and writes its weights and a report of what was
 * measured. Its name is that of its block under {@code models}. It touches no table.
 */
interface TrainingStage extends Stage {

  /** Its block of the configuration. */
  TrainConfig block(ModelsConfig models);

  /** Name of the file of weights; the report's has {@code -report} before the ending. */
  String weights();

  /** Reads, trains, measures. */
  TrainedWeights train(AssayConfig config);

  /** The data and the files may have changed. */
  @Override
  default boolean skippable() {
    return false;
  }

  @Override
  default Counts run(Run run) {
    TrainedWeights trained;
    try {
      trained = train(run.config());
    } catch (ModelException e) {
      throw new StageException(e.getMessage(), e);
    }
    String path = block(run.config().models()).path();
    try {
      Path folder = Files.createDirectories(Path.of(path));
      Files.writeString(folder.resolve(weights()), trained.weights());
      for (Map.Entry<String, String> other : trained.others().entrySet()) {
        Files.writeString(
            folder.resolve(weights().replace(".json", "-" + other.getKey() + ".json")),
            other.getValue());
      }
      Files.writeString(
          folder.resolve(weights().replace(".json", "-report.json")), trained.report());
    } catch (IOException e) {
      throw new StageException(
          "Cannot write to models.%s.path = '%s': %s".formatted(name(), path, e));
    }
    trained.summary().forEach(line -> System.err.printf("%s: %s%n", name(), line));
    return Counts.of("texts", trained.texts());
  }
}
