package dev.assay.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Secret;
import dev.assay.base.Seeds;
import dev.assay.config.PriceConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Example;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.judges.Panel;
import dev.assay.judges.Seat;
import dev.assay.llm.Call;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Interview;
import dev.assay.llm.Json;
import dev.assay.llm.StoredReply;
import dev.assay.spark.AskingScorer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Judges whose replies are made up. */
public final class Judged {
  /** One judge, one sample. */
  public static final Panel ONE = panel(1, "judge");

  private Judged() {}

  /** Judges of these models. */
  public static Panel panel(int samples, String... models) {
    return new Panel(
        java.util.Arrays.stream(models)
            .map(model -> new Seat(endpoint(model), ParametersConfig.NONE))
            .toList(),
        samples,
        Map.of());
  }

  private static EndpointSpec endpoint(String model) {
    return new EndpointSpec(
        model,
        "openai",
        "http://127.0.0.1:1/v1",
        model,
        new Secret(""),
        Map.of(),
        "",
        1,
        1,
        1,
        Duration.ofSeconds(1),
        0,
        1,
        Duration.ofSeconds(1),
        new PriceConfig(0, 0),
        true,
        EndpointSpec.Limits.USUAL,
        Map.of());
  }

  /** The outcome by one judge. */
  public static Outcome score(
      AskingEvaluator evaluator, Example example, Function<Call, StoredReply> replies) {
    return score(evaluator, ONE, example, replies);
  }

  /** The outcome by these judges, who find one passage for every query. */
  public static Outcome score(
      AskingEvaluator evaluator,
      Panel panel,
      Example example,
      Function<Call, StoredReply> replies) {
    Models models = FakeModels.with(FakeEmbedder.hashing(48));
    AskingScorer asking =
        new AskingScorer(
            List.of(evaluator),
            panel,
            Optional.of((query, k) -> List.of(Passage.of("About " + query, 1))));
    return Interview.whole(replies, interview -> asking.score(example, interview, models))
        .get(evaluator.spec().id());
  }

  /** The last message of a call. */
  public static String user(Call call) {
    ChatRequest request = ChatRequest.of(call.prompt());
    return request.messages().get(request.messages().size() - 1).text();
  }

  /** The schema of a call's reply. */
  public static JsonNode schema(Call call) {
    return Json.read(ChatRequest.of(call.prompt()).form().orElseThrow().json());
  }

  /** Replies of the wanted form with random contents, now and then of none. */
  public static Function<Call, StoredReply> random(long seed) {
    return call -> {
      double draw = Seeds.uniform(seed, "reply", call.hash());
      if (draw < .03) {
        return StoredReply.of("I would rather talk about {something} else }");
      }
      if (draw < .05) {
        return new StoredReply("endpoint_error", Optional.empty(), "down", "", Optional.empty());
      }
      return StoredReply.of(Json.write(instance(schema(call), call.hash() + seed)));
    };
  }

  /** Something of this form. */
  static JsonNode instance(JsonNode schema, String seed) {
    ObjectNode holder = Json.object();
    String type = schema.path("type").asText();
    double draw = Seeds.uniform(1, "instance", seed);
    if (schema.has("anyOf")) {
      JsonNode forms = schema.path("anyOf");
      return instance(forms.path((int) (draw * forms.size())), seed);
    }
    if (type.equals("object")) {
      schema
          .path("properties")
          .fields()
          .forEachRemaining(
              field ->
                  holder.set(field.getKey(), instance(field.getValue(), seed + field.getKey())));
      return holder;
    }
    if (type.equals("array")) {
      ArrayNode array = holder.putArray("x");
      int least = schema.path("minItems").asInt(1);
      for (int i = 0; i < least; i++) {
        JsonNode item = instance(schema.path("items"), seed + i);
        if (item instanceof ObjectNode object && object.has("number")) {
          object.put("number", i + 1);
        }
        array.add(item);
      }
      return array;
    }
    switch (type) {
      case "boolean" -> holder.put("x", draw < .5);
      case "integer" ->
          holder.put(
              "x",
              schema.path("minimum").asInt()
                  + (int)
                      (draw
                          * (schema.path("maximum").asInt(1)
                              - schema.path("minimum").asInt()
                              + 1)));
      case "number" -> holder.put("x", draw);
      default ->
          holder.put(
              "x",
              schema.has("enum")
                  ? schema.path("enum").path((int) (draw * schema.path("enum").size())).asText()
                  : "text " + (int) (draw * 1000));
    }
    return holder.path("x");
  }
}
