package dev.assay.questions.asked;

import dev.assay.questions.DraftQuestion;
import java.util.List;

/**
 * What came of a request.
 *
 * @param drafts questions that passed every check of their own; attribute {@code difficulty_asked}
 *     says for which difficulty
 * @param refused what did not
 * @param failed whether the model owes a reply that could be had from a better endpoint: a call
 *     that failed, or a reply that has not the form that was asked for
 */
public record RequestOutcome(
    List<DraftQuestion> drafts, List<RefusedDraft> refused, boolean failed) {
  public RequestOutcome {
    drafts = List.copyOf(drafts);
    refused = List.copyOf(refused);
  }
}
