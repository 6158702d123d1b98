package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * A row of the ledger, and a line of a journal.
 *
 * @param reply the text; empty if there was none
 * @param latencyMillis of the last attempt
 * @param error the failure in words; empty text if all is well
 */
public record CallRecord(
    Call call,
    String model,
    String parameters,
    Optional<String> reply,
    String finish,
    Optional<String> logprobs,
    OptionalLong inputTokens,
    OptionalLong outputTokens,
    OptionalDouble cost,
    OptionalDouble latencyMillis,
    int attempts,
    String status,
    String error,
    Instant calledAt) {

  /** Statuses of calls that are not made again: the reply, or the refusal, is there. */
  public static final Set<String> FINAL = Set.of("ok", "refused", "too_long");

  private static final int SUM_LENGTH = 8;

  /** What became of a call, for the ledger. */
  public static CallRecord of(EndpointSpec endpoint, Call call, CallResult result, Instant now) {
    Usage usage = result.reply().map(Reply::usage).orElse(Usage.UNKNOWN);
    boolean counted = usage.input().isPresent() || usage.output().isPresent();
    return new CallRecord(
        call,
        endpoint.model(),
        Call.parameters(endpoint, call.prompt()),
        result.reply().map(Reply::text),
        result.reply().map(Reply::finish).orElse(""),
        result.reply().flatMap(Reply::logprobs),
        usage.input(),
        usage.output(),
        counted ? OptionalDouble.of(endpoint.cost(usage)) : OptionalDouble.empty(),
        result.latencyMillis(),
        result.attempts(),
        result.status(),
        result.error(),
        now);
  }

  /** One line, with a checksum and without a line end. */
  public String line() {
    ObjectNode node = Json.object();
    node.put("hash", call.hash()).put("purpose", call.purpose()).put("endpoint", call.endpoint());
    node.put("prompt", call.prompt()).put("sample", call.sample());
    node.put("model", model).put("parameters", parameters).put("finish", finish);
    reply.ifPresent(text -> node.put("reply", text));
    logprobs.ifPresent(text -> node.put("logprobs", text));
    inputTokens.ifPresent(value -> node.put("input", value));
    outputTokens.ifPresent(value -> node.put("output", value));
    cost.ifPresent(value -> node.put("cost", value));
    latencyMillis.ifPresent(value -> node.put("latency", value));
    node.put("attempts", attempts).put("status", status).put("error", error);
    node.put("called", calledAt.toString());
    String json = Json.write(node);
    return sum(json) + " " + json;
  }

  /** The record of a line; empty where the line is torn or damaged. */
  public static Optional<CallRecord> read(String line) {
    if (line.length() <= SUM_LENGTH + 1 || line.charAt(SUM_LENGTH) != ' ') {
      return Optional.empty();
    }
    String json = line.substring(SUM_LENGTH + 1);
    if (!sum(json).equals(line.substring(0, SUM_LENGTH))) {
      return Optional.empty();
    }
    JsonNode node = Json.readObject(json);
    return Optional.of(
        new CallRecord(
            new Call(
                node.path("hash").asText(),
                node.path("purpose").asText(),
                node.path("endpoint").asText(),
                node.path("prompt").asText(),
                node.path("sample").asInt()),
            node.path("model").asText(),
            node.path("parameters").asText(),
            text(node.path("reply")),
            node.path("finish").asText(),
            text(node.path("logprobs")),
            count(node.path("input")),
            count(node.path("output")),
            number(node.path("cost")),
            number(node.path("latency")),
            node.path("attempts").asInt(),
            node.path("status").asText(),
            node.path("error").asText(),
            Instant.parse(node.path("called").asText())));
  }

  private static Optional<String> text(JsonNode node) {
    return node.isTextual() ? Optional.of(node.asText()) : Optional.empty();
  }

  private static OptionalLong count(JsonNode node) {
    return node.isNumber() ? OptionalLong.of(node.asLong()) : OptionalLong.empty();
  }

  private static OptionalDouble number(JsonNode node) {
    return node.isNumber() ? OptionalDouble.of(node.asDouble()) : OptionalDouble.empty();
  }

  private static String sum(String json) {
    CRC32 sum = new CRC32();
    sum.update(json.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", sum.getValue());
  }
}
