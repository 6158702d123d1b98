package dev.assay.core;

/**
 * Judges every example on its own by asking a chat model. It needs {@link Slot#CHAT}. What it says
 * is a pure function of the example, the replies and the other models: it may be begun again after
 * every reply.
 */
public non-sealed interface AskingEvaluator extends Evaluator {

  /**
   * The outcome for one example. Every field that the spec needs is present, and every slot filled.
   * Where a question to the judge throws for want of a reply, every metric is absent for that
   * reason.
   */
  Outcome score(Example example, Judge judge, Models models);

  /**
   * How many calls one example takes at most, repairs aside: for estimates. One for every prompt
   * unless it says otherwise.
   *
   * @param contexts how many contexts the example has
   */
  default int calls(int contexts) {
    return spec().prompts().size();
  }
}
