package dev.assay.spark;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Runs row evaluators over a batch and answers for every example and every evaluator, whatever goes
 * wrong: a missing model is {@code not_applicable}, a missing field {@code no_input}, and a failing
 * evaluator, or one that breaks its own spec, {@code model_error} with the message. The only place
 * that catches what evaluators throw; what failed as a batch is tried again one by one, so that a
 * bad example costs its own rows only; one that takes too long is {@code timeout}. The only place,
 * too, where what networks say is rounded.
 *
 * @param evaluators what to run, each once per batch
 * @param limit how long each may take for an example
 */
public record Scoring(List<RowEvaluator> evaluators, RowLimit limit) implements Serializable {

  public Scoring {
    evaluators = List.copyOf(evaluators);
  }

  /** With the usual limit. */
  public Scoring(List<RowEvaluator> evaluators) {
    this(evaluators, RowLimit.DEFAULT);
  }

  /** For each example, in order, the outcomes by evaluator id in the order of the evaluators. */
  public List<Map<String, Outcome>> score(List<Example> batch, Models models) {
    List<Map<String, Outcome>> scored = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      scored.add(new LinkedHashMap<>());
    }
    // To hash an evaluator may take a text of all its rules.
    Map<RowEvaluator, Outcome[]> done = new IdentityHashMap<>();
    List<Work> together = new ArrayList<>();
    List<Work> slow = new ArrayList<>();
    for (RowEvaluator evaluator : inOrderOfWork()) {
      Work work = work(evaluator, evaluator.spec(), batch, models);
      done.put(evaluator, work.outcomes());
      if (!work.fit().isEmpty()) {
        boolean alone = work.fit().size() > 1 && limit.isSlow(work.spec().id());
        (alone ? slow : together).add(work);
      }
    }
    List<RowLimit.Ended<List<Outcome>>> ended =
        limit.all(
            together.stream()
                .map(work -> piece(work.evaluator(), work.spec(), work.examples(), models))
                .toList());
    for (int i = 0; i < ended.size(); i++) {
      Work work = together.get(i);
      work.set(settled(work.evaluator(), work.spec(), work.examples(), models, ended.get(i)));
    }
    slow.forEach(work -> work.set(each(work.evaluator(), work.spec(), work.examples(), models)));
    for (RowEvaluator evaluator : evaluators) {
      Outcome[] outcomes = done.get(evaluator);
      for (int i = 0; i < outcomes.length; i++) {
        scored.get(i).put(evaluator.spec().id(), outcomes[i]);
      }
    }
    return scored;
  }

  /** What needs tokens first: the sentences' own vectors come with them, at no further cost. */
  private List<RowEvaluator> inOrderOfWork() {
    Predicate<RowEvaluator> tokens =
        evaluator ->
            evaluator.spec().slots().contains(Slot.ENTAILMENT)
                || evaluator.spec().slots().contains(Slot.TOKEN_EMBEDDER);
    return evaluators.stream()
        .sorted(Comparator.comparing(evaluator -> !tokens.test(evaluator)))
        .toList();
  }

  /**
   * What an evaluator has to do with a batch.
   *
   * @param outcomes by example; NULL for those that it is to score
   * @param fit the places of the examples that it is to score
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Work(
      RowEvaluator evaluator,
      Spec spec,
      Outcome[] outcomes,
      List<Integer> fit,
      List<Example> examples) {
    void set(List<Outcome> results) {
      for (int f = 0; f < fit.size(); f++) {
        outcomes[fit.get(f)] = results.get(f);
      }
    }
  }

  private static Work work(RowEvaluator evaluator, Spec spec, List<Example> batch, Models models) {
    Optional<String> unfilled = unfilled(spec, models);
    List<Field> needs = needs(spec);
    Outcome[] outcomes = new Outcome[batch.size()];
    List<Integer> fit = new ArrayList<>();
    for (int i = 0; i < outcomes.length; i++) {
      Optional<Field> missing = missing(needs, batch.get(i));
      if (unfilled.isPresent()) {
        outcomes[i] = spec.notApplicable(unfilled.get());
      } else if (missing.isPresent()) {
        outcomes[i] = spec.noInput(reason(missing.get()));
      } else {
        fit.add(i);
      }
    }
    return new Work(evaluator, spec, outcomes, fit, fit.stream().map(batch::get).toList());
  }

  private static RowLimit.Piece<List<Outcome>> piece(
      RowEvaluator evaluator, Spec spec, List<Example> batch, Models models) {
    return new RowLimit.Piece<>(spec.id(), batch.size(), () -> evaluator.score(batch, models));
  }

  private List<Outcome> settled(
      RowEvaluator evaluator,
      Spec spec,
      List<Example> batch,
      Models models,
      RowLimit.Ended<List<Outcome>> ended) {
    try {
      List<Outcome> outcomes = ended.get();
      if (outcomes.size() != batch.size()) {
        throw new IllegalStateException(
            "%d outcomes for %d examples".formatted(outcomes.size(), batch.size()));
      }
      return outcomes.stream().map(outcome -> checked(spec, outcome)).toList();
    } catch (RuntimeException | StackOverflowError e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e; // The task is being cancelled: not the evaluator's failure.
      }
      if (batch.size() > 1) {
        boolean late = e instanceof RowLimit.Overrun;
        List<Outcome> each = each(evaluator, spec, batch, models);
        if (late && each.stream().anyMatch(Scoring::isLate)) {
          limit.notSlow(spec.id());
        }
        return each;
      }
      return List.of(failed(spec, e));
    }
  }

  private List<Outcome> each(
      RowEvaluator evaluator, Spec spec, List<Example> batch, Models models) {
    return batch.stream().map(one -> alone(evaluator, spec, List.of(one), models)).toList();
  }

  private Outcome alone(RowEvaluator evaluator, Spec spec, List<Example> one, Models models) {
    RowLimit.Ended<List<Outcome>> ended =
        limit.all(List.of(piece(evaluator, spec, one, models))).get(0);
    return settled(evaluator, spec, one, models, ended).get(0);
  }

  private static boolean isLate(Outcome outcome) {
    return outcome.measures().values().stream()
        .anyMatch(
            measure ->
                measure instanceof Measure.Absent absent && absent.status() == Status.TIMEOUT);
  }

  /** What an evaluator that failed on one example says of it. */
  static Outcome failed(Spec spec, Throwable failure) {
    return spec.absent(status(failure), message(failure));
  }

  static Status status(Throwable failure) {
    return failure instanceof RowLimit.Overrun ? Status.TIMEOUT : Status.MODEL_ERROR;
  }

  static Outcome checked(Spec spec, Outcome outcome) {
    List<String> violations = keeps(spec, outcome) ? List.of() : violations(spec, outcome);
    if (violations.isEmpty()) {
      return spec.readsNetworks() ? outcome.rounded() : outcome;
    }
    return spec.absent(
        Status.MODEL_ERROR, "the evaluator broke its spec: " + String.join("; ", violations));
  }

  /** Whether the outcome has every metric and no other, and is about these alone. */
  private static boolean keeps(Spec spec, Outcome outcome) {
    Map<String, Measure> measures = outcome.measures();
    if (measures.size() != spec.metrics().size()
        || !measures.keySet().containsAll(outcome.truncated())) {
      return false;
    }
    for (Metric metric : spec.metrics()) {
      Measure measure = measures.get(metric.name());
      if (measure == null
          || measure instanceof Measure.Value value && !metric.inRange(value.value())) {
        return false;
      }
    }
    for (Evidence row : outcome.evidence()) {
      if (!measures.containsKey(row.metric()) || !Double.isFinite(row.score())) {
        return false;
      }
    }
    return true;
  }

  private static List<String> violations(Spec spec, Outcome outcome) {
    List<String> violations = new ArrayList<>();
    Set<String> undeclared = new LinkedHashSet<>(outcome.measures().keySet());
    undeclared.addAll(outcome.truncated());
    for (Evidence row : outcome.evidence()) {
      undeclared.add(row.metric());
      if (!Double.isFinite(row.score())) {
        violations.add("a sentence row of %s scores %s".formatted(row.metric(), row.score()));
      }
    }
    for (Metric metric : spec.metrics()) {
      undeclared.remove(metric.name());
      Measure measure = outcome.measures().get(metric.name());
      if (measure == null) {
        violations.add(metric.name() + " is missing");
      } else if (measure instanceof Measure.Value value && !metric.inRange(value.value())) {
        violations.add(
            "%s = %s is outside [%s, %s]"
                .formatted(metric.name(), value.value(), metric.lower(), metric.upper()));
      }
    }
    undeclared.forEach(name -> violations.add(name + " is not declared"));
    return violations;
  }

  static Optional<String> unfilled(Spec spec, Models models) {
    return spec.slots().stream()
        .sorted()
        .flatMap(slot -> models.missing(slot).map(why -> slot(slot, why)).stream())
        .findFirst();
  }

  static String slot(Slot slot, String why) {
    return "no model in slot %s: %s".formatted(slot.id(), why);
  }

  /** In an order that does not change, so that of several that are missing the same one is told. */
  static List<Field> needs(Spec spec) {
    return spec.needs().stream().sorted().toList();
  }

  static Optional<Field> missing(List<Field> needs, Example example) {
    for (Field field : needs) {
      if (!example.has(field)) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }

  static String reason(Field field) {
    return switch (field) {
      case QUESTION -> "the question is missing or blank";
      case EXPECTED -> "the expected answer is missing or blank";
      case CONTEXTS -> "no retrieved context has text";
      case ANSWER -> "the answer is missing or blank";
      case CONDITION -> "the case has no condition";
      case RELEVANT_IDS -> "the case names no relevant ids";
      case FACTS -> "the case lists no facts";
      case ARTIFACTS -> "the response has no artifacts";
      case ANSWERABLE -> "the case does not say whether it is answerable";
      case REPEATS -> "the system answered the question once only";
    };
  }

  static String message(Throwable failure) {
    String text = failure.getMessage();
    if (failure instanceof RowLimit.Overrun) {
      return text;
    }
    String type = failure.getClass().getSimpleName();
    return text == null || text.isBlank() ? type : type + ": " + text;
  }
}
