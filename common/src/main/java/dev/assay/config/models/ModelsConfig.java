package dev.assay.config.models;

/** The model slots. See {@code conf/reference.conf}. */
public record ModelsConfig(
    EmbedderConfig embedder,
    EntailmentConfig entailment,
    TokenEmbedderConfig tokenEmbedder,
    ClassifierConfig toxicity,
    ClassifierConfig bias,
    ClassifierConfig tone,
    ClassifierConfig topic,
    ClassifierConfig sentiment,
    ClassifierConfig ner,
    ClassifierConfig languageId,
    LanguageModelConfig languageModel,
    TrainConfig trainSupport,
    TrainConfig trainToxicity,
    TrainConfig trainSummac,
    int remember) {}
