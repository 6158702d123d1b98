package dev.assay.jobs.engine;

import dev.assay.config.models.EmbedderConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.core.Slot;
import dev.assay.model.onnx.CausalSpec;
import dev.assay.model.onnx.ClassifierSpec;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.Pooling;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.spark.models.ModelsSource;
import dev.assay.spark.models.SlotSpecs;
import java.util.Map;

/** The configured models as what loads them. */
public final class ModelSettings {
  private ModelSettings() {}

  /** The sentence embedder. */
  public static ModelSpec embedder(ModelsConfig config) {
    EmbedderConfig embedder = config.embedder();
    return new ModelSpec(
        embedder.engine(),
        embedder.source(),
        Pooling.of(embedder.pooling()),
        embedder.normalise(),
        embedder.maxLength(),
        embedder.batchSize(),
        config.device(Slot.EMBEDDER),
        embedder.precision());
  }

  /** What the {@code model} columns say of it. */
  public static String embedderId(ModelsConfig config) {
    return ExecutorModels.embedderId(embedder(config));
  }

  /** Ids of the models that are configured, by slot. */
  public static Map<Slot, String> ids(ModelsConfig config) {
    return models(config).ids();
  }

  /** All slots, each with where it runs. */
  static ExecutorModels models(ModelsConfig config) {
    CausalSpec causal = config.languageModel();
    Map<Slot, ClassifierSpec> classifiers = config.classifiers();
    classifiers.replaceAll((slot, spec) -> spec.withDevice(config.device(slot)));
    SlotSpecs slots =
        new SlotSpecs(
            config.entailment().withDevice(config.device(Slot.ENTAILMENT)),
            config.tokenEmbedder().withDevice(config.device(Slot.TOKEN_EMBEDDER)),
            classifiers,
            causal.kind().equals(CausalSpec.ENDPOINT)
                ? CausalSpec.none()
                : causal.withDevice(config.device(Slot.LANGUAGE_MODEL)));
    return new ExecutorModels(
        embedder(config), config.remember(), config.rememberOnDiskMb(), slots);
  }

  /** The executor's models. */
  public static ModelsSource source(ModelsConfig config) {
    ExecutorModels models = models(config);
    return models::models;
  }
}
