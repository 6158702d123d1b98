package dev.assay.spark;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.SetEvaluator;
import dev.assay.core.SetOutcome;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs one set evaluator and answers for it, whatever goes wrong, as {@link Scoring} does for row
 * evaluators: a set without its model is {@code not_applicable}, an example without a field that is
 * needed counts as missing, and a set of which an example or a sum fails, or whose values break the
 * spec, is a {@code model_error} with the message; one of which an example takes too long to be
 * observed is {@code timeout}.
 */
final class SetScoring<O extends Serializable, S extends Serializable> {
  private final SetEvaluator<O, S> evaluator;
  private final Spec spec;
  private final RowLimit limit;

  /** With the usual limit. */
  SetScoring(SetEvaluator<O, S> evaluator) {
    this(evaluator, RowLimit.DEFAULT);
  }

  /**
   * @param limit how long it may take to observe an example
   */
  SetScoring(SetEvaluator<O, S> evaluator, RowLimit limit) {
    this.evaluator = evaluator;
    this.spec = evaluator.spec();
    this.limit = limit;
  }

  Spec spec() {
    return spec;
  }

  /** What is observed of an example: something, nothing, or why the whole set has no value. */
  record Observed<O>(Optional<O> value, Optional<Measure.Absent> spoilt) {
    static <O> Observed<O> nothing() {
      return new Observed<>(Optional.empty(), Optional.empty());
    }

    static <O> Observed<O> spoilt(Status status, String reason) {
      return new Observed<>(Optional.empty(), Optional.of(new Measure.Absent(status, reason)));
    }
  }

  /** One for each example, in order. */
  List<Observed<O>> observe(List<Example> batch, Models models) {
    Optional<String> unfilled = Scoring.unfilled(spec, models);
    List<Field> needs = Scoring.needs(spec);
    List<Observed<O>> observed = new ArrayList<>();
    List<Integer> fit = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      if (unfilled.isPresent()) {
        observed.add(Observed.spoilt(Status.NOT_APPLICABLE, unfilled.get()));
        continue;
      }
      observed.add(Observed.nothing());
      if (Scoring.missing(needs, batch.get(i)).isEmpty()) {
        fit.add(i);
      }
    }
    if (!fit.isEmpty()) {
      List<Observed<O>> results = run(fit.stream().map(batch::get).toList(), models);
      for (int f = 0; f < fit.size(); f++) {
        observed.set(fit.get(f), results.get(f));
      }
    }
    return observed;
  }

  private List<Observed<O>> run(List<Example> batch, Models models) {
    try {
      List<Optional<O>> values =
          limit.within(spec.id(), batch.size(), () -> evaluator.observe(batch, models));
      if (values.size() != batch.size()) {
        throw new IllegalStateException(
            "%d observations for %d examples".formatted(values.size(), batch.size()));
      }
      return values.stream().map(value -> new Observed<>(value, Optional.empty())).toList();
    } catch (RuntimeException | StackOverflowError e) {
      throwIfInterrupted(e);
      if (batch.size() > 1) {
        return batch.stream().map(one -> run(List.of(one), models).get(0)).toList();
      }
      return List.of(Observed.spoilt(Scoring.status(e), Scoring.message(e)));
    }
  }

  SetTally<S> empty() {
    return new SetTally<>(evaluator.empty());
  }

  void add(SetTally<S> tally, Observed<O> observed) {
    if (observed.value().isEmpty()) {
      tally.miss(observed.spoilt());
    } else {
      change(tally, () -> evaluator.add(tally.state(), observed.value().get()));
    }
  }

  void add(SetTally<S> tally, SetTally<S> other) {
    tally.addMissing(other);
    change(tally, () -> evaluator.merge(tally.state(), other.state()));
  }

  void compact(SetTally<S> tally) {
    change(tally, () -> evaluator.compact(tally.state()));
  }

  /** A state that failed once is of no use, and is left as it is. */
  private void change(SetTally<S> tally, Supplier<S> work) {
    if (tally.spoilt().isPresent()) {
      return;
    }
    try {
      tally.replace(work.get());
    } catch (RuntimeException | StackOverflowError e) {
      throwIfInterrupted(e);
      tally.spoil(new Measure.Absent(Status.MODEL_ERROR, Scoring.message(e)));
    }
  }

  SetOutcome finish(SetTally<S> tally) {
    Optional<Measure.Absent> spoilt = tally.spoilt();
    if (spoilt.isPresent()) {
      return SetOutcome.absent(spec, spoilt.get().status(), spoilt.get().reason(), 0);
    }
    try {
      SetOutcome outcome = evaluator.finish(tally.state());
      Outcome plain = Outcome.of(outcome.measures());
      Outcome checked = Scoring.checked(spec, plain);
      return checked == plain
          ? outcome
          : new SetOutcome(checked.measures(), outcome.n(), outcome.detail());
    } catch (RuntimeException | StackOverflowError e) {
      throwIfInterrupted(e);
      return SetOutcome.absent(spec, Status.MODEL_ERROR, Scoring.message(e), 0);
    }
  }

  /** Then the task is being cancelled: not the evaluator's failure. */
  private static void throwIfInterrupted(Throwable e) {
    if (Thread.currentThread().isInterrupted()) {
      if (e instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e;
    }
  }
}
