package dev.assay.config;

/** The model slots. See {@code conf/reference.conf}. */
public record ModelsConfig(
    EmbedderConfig embedder,
    EntailmentConfig entailment,
    ClassifierConfig toxicity,
    ClassifierConfig bias,
    LanguageModelConfig languageModel,
    TrainSupportConfig trainSupport,
    int remember) {}
