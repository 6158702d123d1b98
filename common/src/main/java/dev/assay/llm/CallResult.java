package dev.assay.llm;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What became of a call.
 *
 * @param reply what came back; with a failure what there was of it
 * @param failure why it does not count; empty when all is well
 * @param error the failure in words, secrets masked; empty when all is well
 * @param attempts requests that were sent, those answered by 429 included
 * @param latencyMillis of the last attempt; empty if there was none
 */
public record CallResult(
    Optional<Reply> reply,
    Optional<Failure> failure,
    String error,
    int attempts,
    OptionalDouble latencyMillis) {

  /** Of a call that has no reply. */
  public static CallResult failed(Failure failure, String message, int attempts) {
    return new CallResult(
        Optional.empty(),
        Optional.of(failure),
        failure.id() + ": " + message,
        attempts,
        OptionalDouble.empty());
  }

  /** {@code ok}, or the failure's status, as tables spell it. */
  public String status() {
    return failure.map(why -> why.status().id()).orElse("ok");
  }

  /** Whether it was never asked because the stage ends: nothing is to be stored of it. */
  public boolean stopped() {
    return failure.filter(why -> why == Failure.BUDGET || why == Failure.STOPPED).isPresent();
  }
}
