package dev.assay.perturb.registry;

import dev.assay.base.Nearest;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.asking.AskingPerturbators;
import dev.assay.perturb.asking.Attacks;
import dev.assay.perturb.asking.Written;
import dev.assay.perturb.letters.Encodings;
import dev.assay.perturb.letters.LetterPerturbators;
import dev.assay.perturb.letters.Marks;
import dev.assay.perturb.passages.Noises;
import dev.assay.perturb.people.PeoplePerturbators;
import dev.assay.perturb.words.WordPerturbators;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The one place that lists the perturbators. */
public final class Perturbators {
  private static final Map<String, Perturbator> ALL = new LinkedHashMap<>();
  private static final Map<String, Perturbator> NOISES = new LinkedHashMap<>();
  private static final Map<String, Perturbator> WRITTEN = new LinkedHashMap<>();
  private static final Set<String> QUESTIONS = Set.of("filler", "verbose", "terse");
  private static final Set<String> LETTERS =
      LetterPerturbators.all().stream().map(Perturbator::id).collect(Collectors.toSet());

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
    Noises.all().forEach(one -> NOISES.put(one.id(), one));
    Written.all().forEach(one -> WRITTEN.put(one.id(), one));
  }

  private Perturbators() {}

  /** Every one that changes what a system is handed beside the question. */
  public static List<Perturbator> ofPassages() {
    return List.copyOf(NOISES.values());
  }

  /** Every one whose words a language model writes. */
  public static List<Perturbator> ofModels() {
    return List.copyOf(WRITTEN.values());
  }

  /** Every one that changes the question by rules. */
  public static List<Perturbator> all() {
    return List.copyOf(ALL.values());
  }

  /** The names of all. */
  public static Set<String> ids() {
    Set<String> ids = new LinkedHashSet<>(ALL.keySet());
    ids.addAll(NOISES.keySet());
    ids.addAll(WRITTEN.keySet());
    return ids;
  }

  /**
   * The names of those that make noise in any text: they are about no question and say the same.
   */
  public static Set<String> ofTexts() {
    return Stream.of(LetterPerturbators.all(), Marks.all(), WordPerturbators.all())
        .flatMap(List::stream)
        .filter(one -> one.meaning() == Meaning.PRESERVED && !QUESTIONS.contains(one.id()))
        .map(Perturbator::id)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Whether it changes what a system is handed beside the question. */
  public static boolean changesPassages(String id) {
    return NOISES.containsKey(id);
  }

  /** Whether it takes words of other topics. */
  public static boolean readsTopics(String id) {
    return id.equals(AskingPerturbators.OTHER_TOPIC);
  }

  /** Whether a language model writes its words. */
  public static boolean writtenByModel(String id) {
    return WRITTEN.containsKey(id);
  }

  /** Whether all that it changes are letters within words. */
  public static boolean changesLetters(String id) {
    return LETTERS.contains(id);
  }

  /** The one of this name. */
  public static Perturbator of(String id) {
    Perturbator one = ALL.getOrDefault(id, NOISES.getOrDefault(id, WRITTEN.get(id)));
    if (one == null) {
      throw new IllegalArgumentException(
          "Unknown perturbator '%s'.%s".formatted(id, Nearest.hint(id, ids())));
    }
    return one;
  }
}
