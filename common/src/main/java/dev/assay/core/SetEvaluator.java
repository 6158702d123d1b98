package dev.assay.core;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * Judges a whole set of examples by a mergeable state.
 *
 * @param <O> what is observed of one example
 * @param <S> the state; merging any split of the observations gives the same as adding them all
 */
public non-sealed interface SetEvaluator<O extends Serializable, S extends Serializable>
    extends Evaluator {

  List<O> observe(List<Example> batch, Models models);

  S empty();

  S add(S state, O observation);

  S merge(S left, S right);

  Map<String, Measure> finish(S state);
}
