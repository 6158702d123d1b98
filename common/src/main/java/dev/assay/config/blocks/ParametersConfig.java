package dev.assay.config.blocks;

import java.util.Optional;

/**
 * What a model is told about how to write. What is absent is not sent. See {@code
 * conf/reference.conf}.
 *
 * @param extra further fields of the request's body, a JSON object as text
 */
public record ParametersConfig(
    Optional<Double> temperature,
    Optional<Double> topP,
    Optional<Integer> maxTokens,
    Optional<Long> seed,
    @Default("false") boolean logprobs,
    @Default("") String extra) {

  /** Nothing is sent. */
  public static final ParametersConfig NONE =
      new ParametersConfig(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false, "");
}
