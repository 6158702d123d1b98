package dev.assay.llm;

import java.util.OptionalLong;

/** Tokens that the endpoint says it has read and written. */
public record Usage(OptionalLong input, OptionalLong output) {

  /** The endpoint says nothing. */
  public static final Usage UNKNOWN = new Usage(OptionalLong.empty(), OptionalLong.empty());

  /** Both together, what is unknown as 0. */
  public long total() {
    return input.orElse(0) + output.orElse(0);
  }
}
