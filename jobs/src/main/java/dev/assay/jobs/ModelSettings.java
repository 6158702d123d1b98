package dev.assay.jobs;

import dev.assay.config.EmbedderConfig;
import dev.assay.config.ModelsConfig;
import dev.assay.model.ModelSpec;
import dev.assay.model.Pooling;
import dev.assay.spark.ExecutorModels;
import dev.assay.spark.ModelsSource;

/** The configured models as what loads them. */
final class ModelSettings {
  private ModelSettings() {}

  /** The sentence embedder. */
  static ModelSpec embedder(ModelsConfig config) {
    EmbedderConfig embedder = config.embedder();
    return new ModelSpec(
        embedder.engine(),
        embedder.source(),
        Pooling.of(embedder.pooling()),
        embedder.normalise(),
        embedder.maxLength(),
        embedder.batchSize(),
        ModelSpec.AUTO);
  }

  /** What the {@code model} columns say of it. */
  static String embedderId(ModelsConfig config) {
    return ExecutorModels.embedderId(embedder(config));
  }

  /** The executor's models. */
  static ModelsSource source(ModelsConfig config) {
    ExecutorModels models = new ExecutorModels(embedder(config), config.remember());
    return models::models;
  }
}
