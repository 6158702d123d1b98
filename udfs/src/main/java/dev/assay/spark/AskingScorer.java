package dev.assay.spark;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Library;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.judges.ModelJudge;
import dev.assay.judges.OverEndpoint;
import dev.assay.judges.Panel;
import dev.assay.judges.Seat;
import dev.assay.llm.Conversation;
import dev.assay.llm.Interview;
import dev.assay.llm.NoReply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs asking evaluators on one example and answers for each of them, whatever goes wrong, as
 * {@link Scoring} does for the others: no judge is {@code not_applicable}, a reply that failed has
 * the call's own status.
 *
 * @param evaluators what to run
 * @param panel who is asked
 * @param library where judges can look things up, if they can
 * @param limit how long each may compute for an example, waiting for replies apart
 */
public record AskingScorer(
    List<AskingEvaluator> evaluators, Panel panel, Optional<Library> library, RowLimit limit) {

  /** With the usual limit. */
  public AskingScorer(List<AskingEvaluator> evaluators, Panel panel, Optional<Library> library) {
    this(evaluators, panel, library, RowLimit.DEFAULT);
  }

  /** Outcomes by evaluator id, in the order of the evaluators. */
  public Map<String, Outcome> score(Example example, Interview interview, Models models) {
    List<Supplier<Outcome>> pieces = new ArrayList<>();
    evaluators.forEach(
        evaluator -> pieces.add(() -> outcome(evaluator, example, interview, models)));
    List<Outcome> outcomes = interview.each(pieces);
    Map<String, Outcome> scored = new LinkedHashMap<>();
    for (int i = 0; i < outcomes.size(); i++) {
      scored.put(evaluators.get(i).spec().id(), outcomes.get(i));
    }
    return scored;
  }

  private Outcome outcome(
      AskingEvaluator evaluator, Example example, Interview interview, Models models) {
    Spec spec = evaluator.spec();
    Optional<String> unfilled = unfilled(spec, models);
    if (unfilled.isPresent()) {
      return spec.notApplicable(unfilled.get());
    }
    Optional<Field> missing = Scoring.missing(Scoring.needs(spec), example);
    if (missing.isPresent()) {
      return spec.noInput(Scoring.reason(missing.get()));
    }
    try {
      Seat seat = evaluator instanceof OverEndpoint over ? over.seat() : panel.seats().get(0);
      Conversation before = Conversation.before(example);
      ModelJudge judge =
          new ModelJudge(interview.about(spec.id()), panel, seat, 0, library, before);
      return Scoring.checked(
          spec, limit.within(spec.id(), 1, () -> evaluator.score(example, judge, models)));
    } catch (NoReply none) {
      return spec.absent(none.status(), none.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      if (Interview.isPending(e) || Thread.currentThread().isInterrupted()) {
        throw e; // Neither is the evaluator's failure.
      }
      return Scoring.failed(spec, e);
    }
  }

  private Optional<String> unfilled(Spec spec, Models models) {
    if (spec.slots().contains(Slot.CHAT) && panel.seats().isEmpty()) {
      return Optional.of(Scoring.slot(Slot.CHAT, "judges.endpoints is empty"));
    }
    return spec.slots().stream()
        .filter(slot -> slot != Slot.CHAT)
        .sorted()
        .flatMap(slot -> models.missing(slot).map(why -> Scoring.slot(slot, why)).stream())
        .findFirst();
  }
}
