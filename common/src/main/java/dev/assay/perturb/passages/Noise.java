package dev.assay.perturb.passages;

import dev.assay.core.Passage;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Rewrite;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * One way to change what a generator is handed. The question stays; the twin says in an attribute
 * what becomes of the passages, and who answers it changes them.
 *
 * @param id its name in configurations and tables
 * @param meaning what it does to what the passages say
 * @param graded whether the intensity matters
 * @param what what it does, in a sentence
 * @param attributes what evaluators have to know, drawn when the twin is made
 * @param change how
 */
record Noise(
    String id,
    Meaning meaning,
    boolean graded,
    String what,
    Function<SplittableRandom, Map<String, String>> attributes,
    Change change) {

  /** What changes passages; the same arguments give the same ones. */
  @FunctionalInterface
  interface Change {
    /**
     * @param attributes of the twin
     */
    List<Passage> of(
        Handed handed,
        Intensity intensity,
        Map<String, String> attributes,
        SplittableRandom random);
  }

  /** As a step of a chain, which leaves the question as it is. */
  Perturbator step() {
    return new Perturbator(
        id,
        meaning,
        graded,
        what,
        (asked, intensity, random) -> {
          Map<String, String> all = new HashMap<>(attributes.apply(random));
          all.put(Rewrite.PASSAGES, id + ":" + intensity.id());
          return Rewrite.to(asked.text(), all);
        });
  }
}
