package dev.assay.asking;

import dev.assay.generation.DraftQuestion;
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
public record Made(List<DraftQuestion> drafts, List<Refused> refused, boolean failed) {
  public Made {
    drafts = List.copyOf(drafts);
    refused = List.copyOf(refused);
  }
}
