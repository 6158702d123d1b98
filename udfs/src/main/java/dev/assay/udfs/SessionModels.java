package dev.assay.udfs;

import dev.assay.core.Models;
import dev.assay.model.Embedding;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** The models that a session's SQL functions use, as parameters that travel to executors. */
record SessionModels(ExecutorModels models) implements Serializable {
  private static final String SOURCE = "spark.assay.embedder.source";
  private static final int REMEMBER = 100_000;

  static SessionModels of(SparkSession spark) {
    ModelSpec bundled = ModelSpec.bgeSmall();
    String source = spark.conf().get(SOURCE, bundled.source());
    return new SessionModels(new ExecutorModels(bundled.withSource(source), REMEMBER));
  }

  List<Embedding> embed(List<String> texts) {
    return models.models().embedder().embed(texts);
  }

  Models here() {
    return models.models();
  }
}
