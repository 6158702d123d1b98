package dev.assay.jobs;

import dev.assay.config.EmbedderConfig;
import dev.assay.config.EntailmentConfig;
import dev.assay.config.ModelsConfig;
import dev.assay.core.Slot;
import dev.assay.model.EntailmentSpec;
import dev.assay.model.ModelSpec;
import dev.assay.model.Pooling;
import dev.assay.spark.ExecutorModels;
import dev.assay.spark.ModelsSource;
import java.util.EnumMap;
import java.util.Map;

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

  /** Ids of the models that are configured, by slot. */
  static Map<Slot, String> ids(ModelsConfig config) {
    Map<Slot, String> ids = new EnumMap<>(Slot.class);
    ids.put(Slot.EMBEDDER, embedderId(config));
    ids.put(Slot.TOKEN_EMBEDDER, models(config).tokenEmbedderId());
    models(config).entailmentId().ifPresent(id -> ids.put(Slot.ENTAILMENT, id));
    return ids;
  }

  private static ExecutorModels models(ModelsConfig config) {
    EntailmentConfig entailment = config.entailment();
    return new ExecutorModels(
        embedder(config),
        config.remember(),
        new EntailmentSpec(
            entailment.kind(),
            entailment.source(),
            entailment.revision(),
            entailment.labels(),
            entailment.template(),
            entailment.maxLength(),
            entailment.batchSize(),
            entailment.remember()));
  }

  /** The executor's models. */
  static ModelsSource source(ModelsConfig config) {
    ExecutorModels models = models(config);
    return models::models;
  }
}
