package dev.assay.llm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What carries requests for a client of a library, without sending them: it hands out the request
 * that the client has written, and hands in the reply that came. So a client that blocks needs no
 * thread for each call, and what it does not show of a response, such as Retry-After, is not lost.
 */
abstract class Courier {
  private final ThreadLocal<String> reply = new ThreadLocal<>();

  /** A request as the client wrote it. */
  record Letter(String url, Map<String, List<String>> headers, String body) {}

  private static final class Written extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Letter letter;

    Written(Letter letter) {
      super("The request is written", null, false, false);
      this.letter = letter;
    }
  }

  /** What {@code client} would send. */
  final Letter written(Runnable client) {
    try {
      client.run();
    } catch (RuntimeException thrown) {
      for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
        if (cause instanceof Written done) {
          return done.letter;
        }
      }
      throw thrown;
    }
    throw new IllegalStateException("The client has sent no request");
  }

  /** What {@code client} makes of this body of a successful response. */
  final <T> T read(String body, Supplier<T> client) {
    reply.set(body);
    try {
      return client.get();
    } finally {
      reply.remove();
    }
  }

  /** Called where the client would send: the body that came, or the end of its writing. */
  final String exchange(Letter letter) {
    return Optional.ofNullable(reply.get()).orElseThrow(() -> new Written(letter));
  }
}
