package dev.assay.llm;

import java.util.Optional;

/**
 * What the ledger has of a call.
 *
 * @param status as in {@code llm_calls}
 * @param reply the text; with a failure what there was of it
 * @param error the failure in words; empty if all is well
 * @param finish why the model stopped, in the endpoint's own words
 * @param logprobs log-probabilities of the tokens as the endpoint writes them, JSON
 */
public record StoredReply(
    String status, Optional<String> reply, String error, String finish, Optional<String> logprobs) {

  /** A whole reply. */
  public static StoredReply of(String reply) {
    return new StoredReply("ok", Optional.of(reply), "", "stop", Optional.empty());
  }

  /** What became of a call. */
  public static StoredReply of(CallResult result) {
    return new StoredReply(
        result.status(),
        result.reply().map(Reply::text),
        result.error(),
        result.reply().map(Reply::finish).orElse(""),
        result.reply().flatMap(Reply::logprobs));
  }

  public boolean ok() {
    return status.equals("ok");
  }
}
