package dev.assay.perturb.registry;

import dev.assay.base.Nearest;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.asking.AskingPerturbators;
import dev.assay.perturb.asking.Attacks;
import dev.assay.perturb.letters.Encodings;
import dev.assay.perturb.letters.LetterPerturbators;
import dev.assay.perturb.letters.Marks;
import dev.assay.perturb.people.PeoplePerturbators;
import dev.assay.perturb.words.WordPerturbators;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The one place that lists the perturbators. */
public final class Perturbators {
  private static final Map<String, Perturbator> ALL = new LinkedHashMap<>();

  static {
    Stream.of(
            LetterPerturbators.all(),
            Marks.all(),
            Encodings.all(),
            WordPerturbators.all(),
            AskingPerturbators.all(),
            Attacks.all(),
            PeoplePerturbators.all())
        .flatMap(List::stream)
        .forEach(one -> ALL.put(one.id(), one));
  }

  private Perturbators() {}

  /** Every perturbator. */
  public static List<Perturbator> all() {
    return List.copyOf(ALL.values());
  }

  /** Their names. */
  public static Set<String> ids() {
    return ALL.keySet();
  }

  /** The one of this name. */
  public static Perturbator of(String id) {
    Perturbator one = ALL.get(id);
    if (one == null) {
      throw new IllegalArgumentException(
          "Unknown perturbator '%s'.%s".formatted(id, Nearest.hint(id, ids())));
    }
    return one;
  }
}
