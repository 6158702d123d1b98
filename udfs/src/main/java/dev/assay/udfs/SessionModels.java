package dev.assay.udfs;

import dev.assay.core.Models;
import dev.assay.model.Embedding;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.spark.models.ModelsSource;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** The models that a session's SQL functions use, as parameters that travel to executors. */
record SessionModels(ModelsSource source) implements Serializable {
  private static final String SOURCE = "spark.assay.embedder.source";
  private static final int REMEMBER = 100_000;

  /**
   * The session's own embedder where it names one, else the configured models, else the bundled.
   */
  static SessionModels of(SparkSession spark) {
    String own = spark.conf().get(SOURCE, "");
    Optional<SqlSettings> configured = Functions.settings();
    if (own.isEmpty() && configured.isPresent()) {
      return new SessionModels(configured.get().models());
    }
    ModelSpec bundled = ModelSpec.bgeSmall();
    ExecutorModels models =
        new ExecutorModels(own.isEmpty() ? bundled : bundled.withSource(own), REMEMBER);
    return new SessionModels(models::models);
  }

  List<Embedding> embed(List<String> texts) {
    return here().embedder().embed(texts);
  }

  Models here() {
    return source.models();
  }
}
