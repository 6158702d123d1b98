package dev.assay.evaluators.shared;

import dev.assay.core.Example;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Spec;
import dev.assay.model.Embedding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Two sides of an example that an evaluator compares line by line: collects the texts of a whole
 * batch, embeds them in one call, and hands each example's {@link Matches} to the evaluator.
 *
 * @param left the side whose lines are scored
 * @param right the side that is searched for their best match
 * @param settled the outcome of an example that needs no comparison, or empty
 */
public record Comparison(
    Function<Example, Lines> left,
    Function<Example, Lines> right,
    Function<Example, Optional<Outcome>> settled) {

  /** Lines on one side of an example above which it is not compared. */
  public static final int MAX_LINES = 5_000;

  /** Pairs of lines of one example above which it is not compared. */
  public static final long MAX_PAIRS = 1_000_000;

  /** A comparison of every example. */
  public static Comparison of(Function<Example, Lines> left, Function<Example, Lines> right) {
    return new Comparison(left, right, example -> Optional.empty());
  }

  /** The same comparison without the examples that {@code settled} has an outcome for. */
  public Comparison unless(Function<Example, Optional<Outcome>> settled) {
    return new Comparison(left, right, settled);
  }

  /**
   * One outcome per example, in order. A side without a line is {@code no_input}, an example over
   * the caps {@code too_long}; neither reaches the model.
   */
  public List<Outcome> score(
      Spec spec, List<Example> batch, Models models, BiFunction<Example, Matches, Outcome> judge) {
    Outcome[] outcomes = new Outcome[batch.size()];
    List<Pending> pending = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < outcomes.length; i++) {
      Example example = batch.get(i);
      Optional<Outcome> known = settled.apply(example);
      if (known.isPresent()) {
        outcomes[i] = known.get();
        continue;
      }
      Pending task = new Pending(i, left.apply(example), right.apply(example));
      Optional<Outcome> unfit = task.unfit(spec);
      if (unfit.isPresent()) {
        outcomes[i] = unfit.get();
        continue;
      }
      pending.add(task);
      texts.addAll(task.left.texts());
      texts.addAll(task.right.texts());
    }
    List<Embedding> embeddings = texts.isEmpty() ? List.of() : models.embedder().embed(texts);
    int next = 0;
    for (Pending task : pending) {
      int middle = next + task.left.size();
      int end = middle + task.right.size();
      Matches matches =
          Matches.of(
              task.left,
              embeddings.subList(next, middle),
              task.right,
              embeddings.subList(middle, end));
      outcomes[task.index] = judge.apply(batch.get(task.index), matches);
      next = end;
    }
    return List.of(outcomes);
  }

  private record Pending(int index, Lines left, Lines right) {

    Optional<Outcome> unfit(Spec spec) {
      for (Lines lines : List.of(left, right)) {
        if (lines.size() == 0) {
          String reason = lines.name() + " has no sentence";
          return Optional.of(spec.noInput(reason));
        }
      }
      if (Math.max(left.size(), right.size()) > MAX_LINES
          || (long) left.size() * right.size() > MAX_PAIRS) {
        String reason =
            "%s has %d sentences and %s %d: more than %d of one or %d pairs are not compared"
                .formatted(
                    left.name(), left.size(), right.name(), right.size(), MAX_LINES, MAX_PAIRS);
        return Optional.of(spec.tooLong(reason));
      }
      return Optional.empty();
    }
  }
}
