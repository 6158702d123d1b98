package dev.assay.judges;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Example;
import dev.assay.core.Judge;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.model.Embedder;
import dev.assay.model.LanguageModel;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An evaluator of slot language_model whose model is behind an endpoint: it computes as it always
 * does, and what it asks its model for becomes a call.
 *
 * @param evaluator needs {@link Slot#LANGUAGE_MODEL}
 * @param seat the model
 */
public record OverEndpoint(RowEvaluator evaluator, Seat seat) implements AskingEvaluator {

  @Override
  public Spec spec() {
    Spec own = evaluator.spec();
    Set<Slot> slots = EnumSet.copyOf(own.slots());
    slots.remove(Slot.LANGUAGE_MODEL);
    Set<Slot> helpers = EnumSet.of(Slot.LANGUAGE_MODEL);
    helpers.addAll(own.helpers());
    return own.with(slots, helpers, own.metrics());
  }

  /** At most one for every metric and direction. */
  @Override
  public int calls(int contexts) {
    int metrics = evaluator.spec().metrics().size();
    return metrics == 1 ? 1 : 2 * metrics;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    return evaluator.score(List.of(example), new Spoken(models, judge.languageModel())).get(0);
  }

  /** What its scores depend on: no name, limit or key of the endpoint. */
  @Override
  public String toString() {
    return evaluator + " over " + seat.provenance();
  }

  private record Spoken(Models others, LanguageModel languageModel) implements Models {
    @Override
    public Embedder embedder() {
      return others.embedder();
    }

    @Override
    public Optional<String> missing(Slot slot) {
      return slot == Slot.LANGUAGE_MODEL ? Optional.empty() : others.missing(slot);
    }
  }
}
