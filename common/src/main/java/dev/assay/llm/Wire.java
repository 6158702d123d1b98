package dev.assay.llm;

import java.net.http.HttpRequest;
import java.util.Locale;

/** How one kind of endpoint writes requests and replies. */
public interface Wire {

  /** URL, headers of its own, and body; what all kinds have in common is added by the caller. */
  HttpRequest.Builder request(String prompt);

  /**
   * The reply in the body of a 2xx.
   *
   * @throws CallException where it is none, or one that does not count
   * @throws IllegalArgumentException where it is no JSON
   */
  Reply read(String prompt, String body);

  /** What another status means. */
  default Failure failure(int status, String body) {
    String said = body.toLowerCase(Locale.ROOT);
    if (status == 401 || status == 403 || said.contains("insufficient_quota")) {
      return Failure.UNAUTHORISED;
    }
    if (status == 429) {
      return Failure.THROTTLED;
    }
    if (status == 408) {
      return Failure.TIMEOUT;
    }
    if (status >= 500) {
      return Failure.SERVER_ERROR;
    }
    if (status == 413
        || said.contains("context_length")
        || said.contains("context length")
        || said.contains("prompt is too long")
        || said.contains("input is too long")) {
      return Failure.TOO_LONG;
    }
    return said.contains("content_filter") || said.contains("content_policy")
        ? Failure.REFUSED
        : Failure.CLIENT_ERROR;
  }
}
