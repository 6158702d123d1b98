package dev.assay.evaluators.judged;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.JudgesConfig;
import dev.assay.core.Field;
import dev.assay.core.Metric;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.llm.NoReply;
import dev.assay.prompts.Prompt;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the header of a {@link PromptJudge}'s prompt says.
 *
 * @param spec from id, title, meaning, source, dimension, needs, metric, metric_meaning, threshold
 * @param scale {@code boolean}: 1 where {@code verdict} equals {@code passes}; {@code score}:
 *     {@code score} from 0 to 1 as it is; {@code points}: 1 where {@code score} is below {@code
 *     limit}; {@code levels}: the place of {@code level} among the levels, from 0 to 1
 * @param passes the verdict that passes
 * @param limit points at which an answer fails
 * @param levels the worst first
 * @param rates whether failures are reported beside the metric
 * @param retrieval whether the question makes sense of contexts too
 * @param silence whether an empty answer fails
 */
record PromptFacts(
    Spec spec,
    String scale,
    boolean passes,
    double limit,
    List<String> levels,
    boolean rates,
    boolean retrieval,
    boolean silence) {
  static final String FAILURES = "failures";
  static final String RETRIEVAL = "retrieval_failures";
  static final String GENERATION = "generation_failures";
  static final String PARSE = "parse_failures";

  private static final List<String> SCALES = List.of("boolean", "score", "points", "levels");
  private static final Map<Prompt, PromptFacts> READ = new ConcurrentHashMap<>();

  PromptFacts {
    levels = List.copyOf(levels);
  }

  static PromptFacts of(Prompt prompt) {
    return READ.computeIfAbsent(prompt, PromptFacts::read);
  }

  private static PromptFacts read(Prompt prompt) {
    Map<String, String> header = prompt.header();
    String scale = header.getOrDefault("scale", "boolean");
    if (!SCALES.contains(scale) || !header.containsKey("id") || !header.containsKey("metric")) {
      throw new IllegalArgumentException(
          "Prompt "
              + prompt.name()
              + ": its header needs id, metric, and a scale that is one of "
              + SCALES);
    }
    boolean rates = Boolean.parseBoolean(header.get("rates"));
    return new PromptFacts(
        spec(prompt, rates),
        scale,
        Boolean.parseBoolean(header.getOrDefault("passes", "true")),
        Double.parseDouble(header.getOrDefault("limit", "0")),
        list(header.getOrDefault("levels", "")),
        rates,
        Boolean.parseBoolean(header.get("retrieval")),
        Boolean.parseBoolean(header.get("silence")));
  }

  private static Spec spec(Prompt prompt, boolean rates) {
    Map<String, String> header = prompt.header();
    String id = header.get("id");
    Spec.Builder spec =
        Spec.of(id, header.getOrDefault("title", id))
            .meaning(header.getOrDefault("meaning", "What a judge says by the prompt " + id))
            .source(header.getOrDefault("source", "a prompt of one's own"))
            .dimension(
                ValidationDimension.valueOf(
                    header.getOrDefault("dimension", "qa").toUpperCase(Locale.ROOT)))
            .slots(Slot.CHAT)
            .metric(
                Metric.share(
                    header.get("metric"),
                    Double.parseDouble(header.getOrDefault("threshold", "0.5")),
                    header.getOrDefault("metric_meaning", "What the judge says")));
    for (String need : list(header.getOrDefault("needs", ""))) {
      spec.needs(Field.valueOf(need.toUpperCase(Locale.ROOT)));
    }
    for (String use : list(header.getOrDefault("uses", ""))) {
      spec.uses(Field.valueOf(use.toUpperCase(Locale.ROOT)));
    }
    if (!prompt.name().startsWith(JudgesConfig.BYOP)) {
      spec.asks(prompt.name());
    }
    if (rates) {
      spec.metric(Metric.fault(FAILURES, "1 when the answer, or contexts that were judged, failed"))
          .metric(Metric.fault(RETRIEVAL, "1 when the contexts failed"))
          .metric(Metric.fault(GENERATION, "1 when the answer failed"))
          .metric(Metric.fault(PARSE, "1 when the judge's reply could not be read"));
    }
    return spec.build();
  }

  private static List<String> list(String text) {
    return text.isBlank() ? List.of() : Arrays.stream(text.split(",")).map(String::strip).toList();
  }

  String metric() {
    return spec.primary().name();
  }

  /** 1 where {@code value} misses the metric's own threshold, else 0. */
  double fails(double value) {
    return value >= spec.primary().threshold().orElseThrow() ? 0 : 1;
  }

  /** Names the levels in the form of the reply. */
  void form(ObjectNode schema) {
    if (scale.equals("levels") && schema.path("properties").path("level") instanceof ObjectNode l) {
      ArrayNode named = l.putArray("enum");
      levels.forEach(named::add);
    }
  }

  /** The metric's value by this reply. */
  double value(JsonNode reply) {
    return switch (scale) {
      case "boolean" -> required(reply, "verdict").asBoolean() == passes ? 1 : 0;
      case "score" -> {
        double score = required(reply, "score").asDouble(-1);
        if (score < 0 || score > 1) {
          throw NoReply.unreadable("the score is not from 0 to 1");
        }
        yield score;
      }
      case "points" -> required(reply, "score").asDouble() < limit ? 1 : 0;
      default -> {
        int place = levels.indexOf(required(reply, "level").asText());
        if (place < 0) {
          throw NoReply.unreadable("the reply names none of the levels");
        }
        yield place / (double) (levels.size() - 1);
      }
    };
  }

  /** A prompt of one's own may have a schema that does not ask for what its scale reads. */
  private static JsonNode required(JsonNode reply, String name) {
    JsonNode value = reply.path(name);
    if (value.isMissingNode() || value.isNull()) {
      throw NoReply.unreadable("the reply has no '" + name + "'");
    }
    return value;
  }
}
