package dev.assay.demo;

import dev.assay.text.Sentences.Sentence;
import java.util.List;
import java.util.Optional;

/** Plants one kind of fault. */
interface Planter {

  /**
   * The answer with the fault, or empty when this answer cannot carry it.
   *
   * @param sentences the answer's sentences, the one that matters most first
   */
  Optional<Planting> plant(SystemAnswer answer, List<Sentence> sentences, Draw draw);
}
