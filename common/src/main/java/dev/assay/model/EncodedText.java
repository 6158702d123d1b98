package dev.assay.model;

/** A text's vector and those of its tokens, from one run of the model. */
public record EncodedText(Embedding embedding, TokenVectors tokens) {}
