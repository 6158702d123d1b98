package dev.assay.perturb;

import dev.assay.base.EditDistance;
import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Perturbators that are applied one after the other, and the check of what came out. Random numbers
 * depend on the run's seed, the chain and the origin's id, and on nothing else.
 */
public record Chain(List<Perturbator> steps, Intensity intensity) {
  /** Longer questions are not changed: the distance from the origin takes their product. */
  public static final int MOST_CHARACTERS = 10_000;

  private static final int TRIES = 5;

  public Chain {
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("A chain has at least one perturbator");
    }
    steps = List.copyOf(steps);
  }

  /** What came out: a twin, or why there is none. */
  public record Result(Optional<Twin> twin, String reason) {}

  /** The names of the steps, {@code +} between them. */
  public String id() {
    return String.join("+", steps.stream().map(Perturbator::id).toList());
  }

  /** What all steps leave of the meaning. */
  public Meaning meaning() {
    return steps.stream().map(Perturbator::meaning).reduce(Meaning::and).orElseThrow();
  }

  /** Whether the intensity matters to any step. */
  public boolean graded() {
    return steps.stream().anyMatch(Perturbator::graded);
  }

  /**
   * The twin of a question.
   *
   * @param caseId the origin's
   */
  public Result twin(Perturbator.Asked asked, long runSeed, String caseId) {
    String origin = asked.text();
    if (origin.isBlank()) {
      return none("the question is blank");
    }
    if (origin.length() > MOST_CHARACTERS) {
      return none(
          "the question has %,d characters, more than %,d"
              .formatted(origin.length(), MOST_CHARACTERS));
    }
    Result last = none("");
    for (int attempt = 0; attempt < TRIES && last.twin().isEmpty(); attempt++) {
      last = tried(asked, runSeed, caseId + "|" + attempt);
    }
    return last;
  }

  private Result tried(Perturbator.Asked asked, long runSeed, String id) {
    String text = asked.text();
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      Perturbator step = steps.get(i);
      Rewrite rewrite =
          step.rewriter()
              .rewrite(
                  asked.saying(text),
                  intensity,
                  Seeds.random(runSeed, "perturb:" + id() + ":" + i, id));
      if (rewrite.text().isEmpty()) {
        return none(step.id() + ": " + rewrite.reason());
      }
      text = rewrite.text().get();
      rewrite
          .attributes()
          .forEach(
              (name, value) ->
                  attributes.merge(
                      name, value, (a, b) -> name.equals(Rewrite.PASSAGES) ? a + "+" + b : b));
    }
    boolean copy = steps.stream().allMatch(step -> step.id().equals("copy"));
    if (text.equals(asked.text()) && !copy && !attributes.containsKey(Rewrite.PASSAGES)) {
      return none("nothing changed");
    }
    Optional<String> lost =
        meaning() == Meaning.PRESERVED ? lost(asked.text(), text) : Optional.empty();
    return lost.isPresent()
        ? none("'%s' is not in both as often".formatted(lost.get()))
        : new Result(
            Optional.of(
                new Twin(text, meaning(), EditDistance.between(asked.text(), text), attributes)),
            "");
  }

  /**
   * The first number, name or negation that the twin has less often, or negation or number that it
   * has more often, whatever its case.
   */
  public static Optional<String> lost(String origin, String twin) {
    Map<String, Integer> left = new LinkedHashMap<>();
    for (Word word : Word.of(twin)) {
      left.merge(word.text().toLowerCase(Locale.ROOT), 1, Integer::sum);
    }
    List<String> kept = new ArrayList<>(Word.kept(origin));
    for (String word : kept) {
      if (left.merge(word.toLowerCase(Locale.ROOT), -1, Integer::sum) < 0) {
        return Optional.of(word);
      }
    }
    return left.entrySet().stream()
        .filter(entry -> entry.getValue() > 0 && Word.decides(entry.getKey()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static Result none(String reason) {
    return new Result(Optional.empty(), reason);
  }
}
