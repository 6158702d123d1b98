package dev.assay.jobs.engine;

import dev.assay.config.models.ClassifierConfig;
import dev.assay.config.models.EmbedderConfig;
import dev.assay.config.models.EntailmentConfig;
import dev.assay.config.models.LanguageModelConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.config.models.TokenEmbedderConfig;
import dev.assay.core.Slot;
import dev.assay.model.onnx.CausalSpec;
import dev.assay.model.onnx.ClassifierSpec;
import dev.assay.model.onnx.EntailmentSpec;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.Pooling;
import dev.assay.model.onnx.TokenSpec;
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
        ModelSpec.AUTO);
  }

  /** What the {@code model} columns say of it. */
  public static String embedderId(ModelsConfig config) {
    return ExecutorModels.embedderId(embedder(config));
  }

  /** Ids of the models that are configured, by slot. */
  public static Map<Slot, String> ids(ModelsConfig config) {
    return models(config).ids();
  }

  private static ExecutorModels models(ModelsConfig config) {
    EntailmentConfig entailment = config.entailment();
    TokenEmbedderConfig tokens = config.tokenEmbedder();
    LanguageModelConfig causal = config.languageModel();
    SlotSpecs slots =
        new SlotSpecs(
            new EntailmentSpec(
                entailment.kind(),
                entailment.source(),
                entailment.revision(),
                entailment.labels(),
                entailment.template(),
                entailment.weightNorms(),
                entailment.maxLength(),
                entailment.batchSize(),
                entailment.remember()),
            new TokenSpec(
                tokens.kind(),
                tokens.source(),
                tokens.revision(),
                tokens.maxLength(),
                tokens.batchSize()),
            Map.of(
                Slot.TOXICITY, classifier(config.toxicity()),
                Slot.BIAS, classifier(config.bias()),
                Slot.TONE, classifier(config.tone()),
                Slot.TOPIC, classifier(config.topic()),
                Slot.SENTIMENT, classifier(config.sentiment()),
                Slot.NER, classifier(config.ner()),
                Slot.LANGUAGE_ID, classifier(config.languageId())),
            causal.kind().equals(LanguageModelConfig.ENDPOINT)
                ? CausalSpec.none()
                : new CausalSpec(
                    causal.kind(), causal.source(), causal.revision(), causal.maxLength()));
    return new ExecutorModels(embedder(config), config.remember(), slots);
  }

  private static ClassifierSpec classifier(ClassifierConfig config) {
    return new ClassifierSpec(
        config.kind(),
        config.source(),
        config.revision(),
        config.labels(),
        config.activation(),
        config.maxLength(),
        config.batchSize());
  }

  /** The executor's models. */
  public static ModelsSource source(ModelsConfig config) {
    ExecutorModels models = models(config);
    return models::models;
  }
}
