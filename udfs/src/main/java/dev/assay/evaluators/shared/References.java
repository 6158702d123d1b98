package dev.assay.evaluators.shared;

import dev.assay.core.Example;
import dev.assay.text.Sentences;
import java.util.List;
import java.util.stream.Stream;

/** The answers that a case accepts: what references are to metrics of machine translation. */
public final class References {
  private References() {}

  /** The expected answer and the others that are accepted, each once; those without text aside. */
  public static List<String> of(Example example) {
    return Stream.concat(example.expected().stream(), example.expectedAnswers().stream())
        .filter(text -> !Sentences.blank(text))
        .distinct()
        .toList();
  }
}
