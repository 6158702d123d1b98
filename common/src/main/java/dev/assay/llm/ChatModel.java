package dev.assay.llm;

import java.util.concurrent.CompletableFuture;

/** A language model that holds conversations. */
public interface ChatModel {

  /**
   * Asks. The future never fails: what went wrong is in the result. Cancelling it ends the request.
   *
   * @param sample which of several replies to the same request; each is a call of its own
   */
  CompletableFuture<CallResult> ask(ChatRequest request, int sample);
}
