package dev.assay.jobs;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Runner;
import dev.assay.llm.calls.CallCoordinator;
import org.apache.spark.sql.SparkSession;

/** Runs stages in a session that is there already, for tests and benchmarks. */
public final class Commands {
  private Commands() {}

  /** Runs the stage {@code name} and returns what it did. */
  public static Counts run(SparkSession spark, ConfigLoader.Loaded loaded, String name) {
    CallCoordinator.shared().begin(loaded.config().budget());
    return new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash())
        .run(Stages.of(name));
  }

  /** What the {@code model} columns say of the configured embedder. */
  public static String embedderId(ConfigLoader.Loaded loaded) {
    return ModelSettings.embedderId(loaded.config().models());
  }
}
