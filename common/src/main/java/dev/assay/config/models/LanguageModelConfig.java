package dev.assay.config.models;

/** A causal language model. See {@code conf/reference.conf}. */
public record LanguageModelConfig(String kind, String source, String revision, int maxLength) {

  /** Kind of a model behind an endpoint, which {@code source} names. */
  public static final String ENDPOINT = "endpoint";
}
