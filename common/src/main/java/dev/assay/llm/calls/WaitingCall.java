package dev.assay.llm.calls;

import dev.assay.llm.Failure;
import dev.assay.llm.Usage;

/** A call that waits in a {@link CallQueue}. */
interface WaitingCall {
  /** Tokens that it is expected to take. */
  Usage expected();

  /** It has its slot and is to send. */
  void start();

  /** It will never start. */
  void refuse(Failure failure, String reason);
}
