package dev.assay.evaluators.shared;

import dev.assay.core.Example;
import java.util.List;

/** The answers that a case accepts: what references are to metrics of machine translation. */
public final class References {
  private References() {}

  /** The expected answer and the others that are accepted, each once; those without text aside. */
  public static List<String> of(Example example) {
    return List.of(example.expected().orElseThrow());
  }
}
