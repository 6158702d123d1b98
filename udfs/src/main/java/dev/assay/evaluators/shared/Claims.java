package dev.assay.evaluators.shared;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Spec;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.Support;
import dev.assay.text.Sentences;
import dev.assay.text.Splits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What the sentences of one side of an example claim, against passages: collects the claims of a
 * whole batch, asks the model once, and hands each example's verdicts to the evaluator.
 *
 * @param sentences what is judged
 * @param premises what it is judged by, each on its own
 * @param settled the outcome of an example that needs no model, or empty
 */
public record Claims(
    Function<Example, Lines> sentences,
    Function<Example, List<Premise>> premises,
    Function<Example, Optional<Outcome>> settled) {

  /**
   * Passages that are taken together.
   *
   * @param first the place of the first one on its side, from 0
   */
  public record Premise(int first, List<String> passages) {}

  /** Sentences of one side above which an example is not judged. */
  static final int MAX_LINES = 2_000;

  /** Pairs of a sentence and a sentence of a passage above which an example is not judged. */
  static final long MAX_PAIRS = 100_000;

  /** The answer's sentences against the retrieved passages. */
  public static Claims ofAnswer() {
    return new Claims(
        Lines::answerSentences,
        example -> List.of(new Premise(0, example.contextTexts())),
        example -> Optional.empty());
  }

  /**
   * One outcome per example, in order. No sentence or passage is {@code no_input}, more than the
   * caps {@code too_long}; neither reaches the model.
   */
  public List<Outcome> score(
      Spec spec,
      List<Example> batch,
      Models models,
      BiFunction<Example, List<Verdicts>, Outcome> judge) {
    Outcome[] outcomes = new Outcome[batch.size()];
    List<Task> tasks = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < outcomes.length; i++) {
      Example example = batch.get(i);
      Optional<Outcome> known = settled.apply(example);
      if (known.isPresent()) {
        outcomes[i] = known.get();
        continue;
      }
      Lines lines = sentences.apply(example);
      List<Premise> with = premises.apply(example).stream().filter(Claims::worded).toList();
      Optional<Outcome> unfit = unfit(spec, lines, with);
      if (unfit.isPresent()) {
        outcomes[i] = unfit.get();
        continue;
      }
      for (Premise premise : with) {
        lines.texts().forEach(line -> claims.add(new Claim(premise.passages(), line)));
      }
      tasks.add(new Task(i, lines, with));
    }
    List<Support> supports = claims.isEmpty() ? List.of() : models.entailment().judge(claims);
    int next = 0;
    for (Task task : tasks) {
      List<Verdicts> verdicts = new ArrayList<>();
      for (Premise premise : task.premises()) {
        int end = next + task.lines().size();
        verdicts.add(new Verdicts(task.lines(), supports.subList(next, end), premise.first()));
        next = end;
      }
      outcomes[task.index()] = judge.apply(batch.get(task.index()), verdicts);
    }
    return List.of(outcomes);
  }

  private record Task(int index, Lines lines, List<Premise> premises) {}

  private static boolean worded(Premise premise) {
    return premise.passages().stream().anyMatch(text -> !Sentences.blank(text));
  }

  private static Optional<Outcome> unfit(Spec spec, Lines lines, List<Premise> premises) {
    if (lines.size() == 0 || premises.isEmpty()) {
      String reason = lines.size() == 0 ? "there is no sentence to judge" : "no passage has text";
      return Optional.of(spec.noInput(reason));
    }
    long others =
        premises.stream()
            .flatMap(premise -> premise.passages().stream())
            .mapToLong(text -> Splits.all(text).size())
            .sum();
    if (Math.max(lines.size(), others) > MAX_LINES || lines.size() * others > MAX_PAIRS) {
      String reason =
          "%d sentences against %d: more than %d of one or %d pairs are not judged"
              .formatted(lines.size(), others, MAX_LINES, MAX_PAIRS);
      return Optional.of(spec.tooLong(reason));
    }
    return Optional.empty();
  }

  /**
   * An example's verdicts.
   *
   * @param lines the sentences
   * @param supports one per sentence
   * @param first the place of the premise's first passage
   */
  public record Verdicts(Lines lines, List<Support> supports, int first) {

    /** The same with σ of the distances for probabilities. */
    public Verdicts byDistance() {
      return new Verdicts(lines, supports.stream().map(Support::byDistance).toList(), first);
    }

    /** The verdicts' number. */
    int size() {
      return supports.size();
    }

    public double mean(Function<Support, Double> number) {
      return supports.stream().mapToDouble(number::apply).average().orElseThrow();
    }

    public double lowest(Function<Support, Double> number) {
      return supports.stream().mapToDouble(number::apply).min().orElseThrow();
    }

    /** The position of the first sentence with the lowest probability. */
    int weakest() {
      int weakest = 0;
      for (int i = 1; i < size(); i++) {
        boolean lower = supports.get(i).probability() < supports.get(weakest).probability() - 1e-9;
        weakest = lower ? i : weakest;
      }
      return weakest;
    }

    /** Share of the sentences whose probability is above {@code threshold}. */
    public double shareAbove(double threshold) {
      long above = supports.stream().filter(s -> s.probability() > threshold + 1e-9).count();
      return above / (double) size();
    }

    /** A row for every sentence, scored by its probability; {@code flag} on the weakest. */
    public List<Evidence> evidence(String metric, Side matchSide, String flag) {
      List<Evidence> rows = new ArrayList<>();
      int weakest = weakest();
      for (int i = 0; i < size(); i++) {
        Support support = supports.get(i);
        Set<String> flags = new LinkedHashSet<>(support.flags());
        if (i == weakest) {
          flags.add(flag);
        }
        Map<String, Double> detail = new LinkedHashMap<>(support.detail());
        detail.put("z", support.logit());
        support.distance().ifPresent(distance -> detail.put("distance", distance));
        rows.add(
            new Evidence(
                metric,
                lines.side(),
                i,
                lines.texts().get(i),
                support.probability(),
                support
                    .match()
                    .map(
                        found ->
                            new Evidence.Match(
                                matchSide, first + found.passage(), found.sentence())),
                List.copyOf(flags),
                detail));
      }
      return rows;
    }

    /**
     * The outcome with {@code measures} in the order in which {@code spec} declares its metrics.
     */
    public Outcome outcome(Spec spec, List<Evidence> evidence, Measure... measures) {
      return spec.outcome(supports.stream().anyMatch(Support::truncated), evidence, measures);
    }
  }
}
