package dev.assay.core;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * Judges a whole set of examples by a mergeable state.
 *
 * @param <O> what is observed of one example
 * @param <S> the state; merging any split of the observations gives the same as adding them all.
 *     {@code add}, {@code merge} and {@code compact} may change and return the state they are given
 */
public non-sealed interface SetEvaluator<O extends Serializable, S extends Serializable>
    extends Evaluator {

  /** One observation per example, in order; empty where there is nothing to observe. */
  List<Optional<O>> observe(List<Example> batch, Models models);

  S empty();

  S add(S state, O observation);

  S merge(S left, S right);

  SetOutcome finish(S state);

  /** Examples whose observations have to meet before {@link #compact}; by default none have to. */
  default String shard(Example example) {
    return "";
  }

  /** The state without what is of no use once every observation of its shards is in. */
  default S compact(S state) {
    return state;
  }

  /** Whether the observation is one of those that values rest on, and not beside them. */
  default boolean counts(O observation) {
    return true;
  }

  /** Whether every system has a state of its own; false for what is about the cases alone. */
  default boolean bySystem() {
    return true;
  }
}
