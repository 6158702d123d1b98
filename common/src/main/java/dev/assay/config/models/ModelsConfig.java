package dev.assay.config.models;

import dev.assay.model.onnx.CausalSpec;
import dev.assay.model.onnx.ClassifierSpec;
import dev.assay.model.onnx.EntailmentSpec;
import dev.assay.model.onnx.TokenSpec;

/** The model slots. See {@code conf/reference.conf}. */
public record ModelsConfig(
    EmbedderConfig embedder,
    EntailmentSpec entailment,
    TokenSpec tokenEmbedder,
    ClassifierSpec toxicity,
    ClassifierSpec bias,
    ClassifierSpec tone,
    ClassifierSpec topic,
    ClassifierSpec sentiment,
    ClassifierSpec ner,
    ClassifierSpec languageId,
    ClassifierSpec crossEncoder,
    CausalSpec languageModel,
    TrainConfig trainSupport,
    TrainConfig trainToxicity,
    TrainConfig trainSummac,
    int remember,
    String device) {}
