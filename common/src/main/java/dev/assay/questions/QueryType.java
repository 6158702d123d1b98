package dev.assay.questions;

import dev.assay.base.Identified;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The kinds of question; {@link #id} is what configuration and tables hold. */
public enum QueryType implements Identified {
  /** Asks for one thing that one sentence says. */
  FACTUAL,
  /** Asks whether something holds; the answer starts with "Yes." or "No." and corrects. */
  YES_NO,
  /** Gives four options, A to D, one of them right. */
  MULTIPLE_CHOICE,
  /** Asks for two things that two chunks say of the same subject. */
  TWO_CHUNK,
  /** Asks for one thing that follows only from what two chunks say together. */
  MULTI_HOP,
  /** Asks for what follows from a text without being said in it. */
  INFERENCE,
  /** Asks how two things differ or agree that two chunks describe. */
  COMPARISON,
  /** Asks for a number that the text states. */
  NUMERIC,
  /** Asks how something is done, step by step. */
  PROCEDURAL,
  /** Asks for something on a chunk's subject that the corpus does not say. */
  UNANSWERABLE;

  /** Whether it is asked on two chunks. */
  public boolean onTwo() {
    return this == TWO_CHUNK || this == MULTI_HOP || this == COMPARISON;
  }

  /** Whether the corpus holds its answer. */
  public boolean answerable() {
    return this != UNANSWERABLE;
  }

  /**
   * The type of this {@link #id}.
   *
   * @throws IllegalArgumentException if there is none, with the known ones
   */
  public static QueryType of(String id) {
    return Arrays.stream(values())
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Unknown query type '"
                        + id
                        + "'. Known: "
                        + Arrays.stream(values())
                            .map(QueryType::id)
                            .collect(Collectors.joining(", "))));
  }
}
