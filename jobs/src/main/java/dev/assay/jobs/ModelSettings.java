package dev.assay.jobs;

import dev.assay.config.ClassifierConfig;
import dev.assay.config.EmbedderConfig;
import dev.assay.config.EntailmentConfig;
import dev.assay.config.LanguageModelConfig;
import dev.assay.config.ModelsConfig;
import dev.assay.config.TokenEmbedderConfig;
import dev.assay.core.Slot;
import dev.assay.model.CausalSpec;
import dev.assay.model.ClassifierSpec;
import dev.assay.model.EntailmentSpec;
import dev.assay.model.ModelSpec;
import dev.assay.model.Pooling;
import dev.assay.model.SlotSpecs;
import dev.assay.model.TokenSpec;
import dev.assay.spark.ExecutorModels;
import dev.assay.spark.ModelsSource;
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
  static ModelsSource source(ModelsConfig config) {
    ExecutorModels models = models(config);
    return models::models;
  }
}
