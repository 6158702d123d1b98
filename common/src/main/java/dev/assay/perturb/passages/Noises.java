package dev.assay.perturb.passages;

import dev.assay.base.Lines;
import dev.assay.base.Seeds;
import dev.assay.core.Passage;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Places;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.Twin;
import dev.assay.perturb.letters.LetterPerturbators;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** What retrieval can do to a generator: all noises, and what becomes of the passages by them. */
public final class Noises {
  private static final int CODES = 10_000;
  private static final String GOAL = "attack_goal";
  private static final Map<String, Noise> ALL = new LinkedHashMap<>();

  static {
    Stream.of(
            plain(
                "passage_irrelevant",
                Meaning.PRESERVED,
                "Passages of other documents are put between those that were retrieved.",
                (handed, intensity, attributes, random) -> mixed(handed, intensity, random)),
            plain(
                "passage_lost",
                Meaning.CHANGED,
                "The best passages are not handed over.",
                (handed, intensity, attributes, random) ->
                    handed
                        .passages()
                        .subList(intensity.of(handed.passages().size()), handed.passages().size())),
            plain(
                "passage_cut",
                Meaning.CHANGED,
                "The last sentences of each passage are missing.",
                (handed, intensity, attributes, random) ->
                    each(handed, one -> cut(one, intensity))),
            plain(
                "passage_repeated",
                Meaning.PRESERVED,
                "Passages are handed over twice.",
                (handed, intensity, attributes, random) -> repeated(handed, intensity, random)),
            new Noise(
                "passage_order",
                Meaning.PRESERVED,
                false,
                "Passages are handed over in the opposite order.",
                random -> Map.of(),
                (handed, intensity, attributes, random) -> {
                  List<Passage> reversed = new ArrayList<>(handed.passages());
                  Collections.reverse(reversed);
                  return reversed;
                }),
            letters("passage_typos", "keyboard_typo", "Passages have slips of the keyboard."),
            letters("passage_ocr", "ocr", "Passages have letters that a scanner misread."),
            new Noise(
                "passage_injection",
                Meaning.ATTACKED,
                false,
                "A passage with an attack of its own goal stands first.",
                random ->
                    Map.of(
                        "attack_category",
                        "passage_injection",
                        GOAL,
                        "\""
                            + String.format(Locale.ROOT, "QUILL-%04d", random.nextInt(CODES))
                            + "\""),
                (handed, intensity, attributes, random) -> attacked(handed, attributes, random)))
        .forEach(one -> ALL.put(one.id(), one));
  }

  private Noises() {}

  /** Each as a step of a chain. */
  public static List<Perturbator> all() {
    return ALL.values().stream().map(Noise::step).toList();
  }

  /**
   * The passages that a system is handed for a case.
   *
   * @param attributes of the case; those of {@link Rewrite#PASSAGES} change the passages
   * @param id of the case that the twin was made from
   */
  public static List<Passage> of(
      Handed handed, Map<String, String> attributes, long seed, String id) {
    Handed now = handed;
    for (String step : steps(attributes)) {
      problem(step)
          .ifPresent(
              problem -> {
                throw new IllegalArgumentException(problem);
              });
      String[] parts = step.split(":", 2);
      Noise noise = ALL.get(parts[0]);
      if (!now.passages().isEmpty()) {
        List<Passage> changed =
            noise
                .change()
                .of(
                    now,
                    Intensity.of(parts[1]),
                    attributes,
                    Seeds.random(seed, "passages:" + step, id));
        now = new Handed(Handed.ranked(changed), now.elsewhere());
      }
    }
    return now.passages();
  }

  /** Why a value of the attribute {@link Rewrite#PASSAGES} names no change of passages. */
  public static Optional<String> problem(String value) {
    for (String step : value.split("\\+", -1)) {
      String[] parts = step.split(":", 2);
      if (parts.length < 2 || !ALL.containsKey(parts[0]) || !Intensity.ids().contains(parts[1])) {
        return Optional.of(
            "Attribute %s of a case says '%s'. Allowed: NAME:INTENSITY, NAME one of %s, INTENSITY one of %s, several joined by +."
                .formatted(
                    Rewrite.PASSAGES,
                    step,
                    String.join(", ", ALL.keySet()),
                    String.join(", ", Intensity.ids())));
      }
    }
    return Optional.empty();
  }

  private static List<String> steps(Map<String, String> attributes) {
    return Optional.ofNullable(attributes.get(Rewrite.PASSAGES)).stream()
        .flatMap(all -> Stream.of(all.split("\\+")))
        .toList();
  }

  private static Noise plain(String id, Meaning meaning, String what, Noise.Change change) {
    return new Noise(id, meaning, true, what, random -> Map.of(), change);
  }

  private static Noise letters(String id, String perturbator, String what) {
    return plain(
        id,
        Meaning.PRESERVED,
        what,
        (handed, intensity, attributes, random) -> {
          Chain chain = new Chain(List.of(LetterPerturbators.of(perturbator)), intensity);
          long seed = random.nextLong();
          return each(handed, one -> slipped(one, chain, seed));
        });
  }

  /** As it is where it is too long, or nothing in it may be changed. */
  private static String slipped(Passage passage, Chain chain, long seed) {
    return chain
        .twin(new Perturbator.Asked(passage.text(), List.of()), seed, passage.text())
        .twin()
        .map(Twin::question)
        .orElse(passage.text());
  }

  private static List<Passage> each(
      Handed handed, java.util.function.Function<Passage, String> text) {
    return handed.passages().stream()
        .map(one -> Handed.with(one, text.apply(one), one.rank()))
        .toList();
  }

  /** At least the first sentence stays. */
  private static String cut(Passage passage, Intensity intensity) {
    List<Sentences.Sentence> sentences = Sentences.split(passage.text());
    if (sentences.size() < 2) {
      return passage.text();
    }
    int kept = Math.max(1, sentences.size() - intensity.of(sentences.size()));
    return passage.text().substring(0, sentences.get(kept - 1).end()).strip();
  }

  private static List<Passage> mixed(Handed handed, Intensity intensity, SplittableRandom random) {
    List<Passage> all = new ArrayList<>(handed.passages());
    int number = intensity.of(all.size());
    for (Passage other : handed.elsewhere().draw(number, handed.passages(), random)) {
      all.add(random.nextInt(all.size() + 1), other);
    }
    return all;
  }

  private static List<Passage> repeated(
      Handed handed, Intensity intensity, SplittableRandom random) {
    Set<Passage> drawn = Places.drawn(handed.passages(), intensity, random);
    List<Passage> all = new ArrayList<>();
    for (Passage one : handed.passages()) {
      all.add(one);
      if (drawn.contains(one)) {
        all.add(one);
      }
    }
    return all;
  }

  private static List<Passage> attacked(
      Handed handed, Map<String, String> attributes, SplittableRandom random) {
    String code = attributes.getOrDefault(GOAL, "").replace("\"", "");
    String template = Places.one(Lines.of(Noises.class, "injected.txt"), random);
    List<Passage> all = new ArrayList<>(List.of(Handed.own(template.replace("{code}", code))));
    all.addAll(handed.passages());
    return all;
  }
}
