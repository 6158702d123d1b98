package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalLong;

/** What the chat kinds check in the same way. */
final class Replies {
  private static final int SHOWN = 200;

  private Replies() {}

  /** A reply with text, of the wanted form. */
  static Reply checked(ChatRequest request, Reply reply) {
    if (reply.text().isBlank()) {
      throw new CallException(
          reply.truncated() ? Failure.TRUNCATED : Failure.EMPTY,
          "the reply has no text (finished by '" + reply.finish() + "')");
    }
    Optional<String> problem = request.form().flatMap(form -> form.problem(reply.text()));
    if (problem.isPresent()) {
      throw new CallException(
          reply.truncated() ? Failure.TRUNCATED : Failure.WRONG_SCHEMA,
          problem.get(),
          Optional.of(reply));
    }
    return reply;
  }

  static OptionalLong count(JsonNode number) {
    return number.isIntegralNumber() && number.longValue() >= 0
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  static Optional<String> json(JsonNode node) {
    return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(Json.write(node));
  }

  /** The start of a text. */
  static String shown(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }
}
