package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.base.Secret;
import dev.assay.config.BudgetConfig;
import dev.assay.config.PriceConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.CallResult;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.JsonSchema;
import dev.assay.llm.Message;
import dev.assay.llm.Tool;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.llm.calls.Endpoint;
import dev.assay.llm.wire.Wires;
import dev.assay.testing.LlamaServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A real server with a real model of 135 million parameters: what it says is weak, that it is asked
 * and read rightly is the point.
 */
@Tag("slow")
class LlamaServerTest {
  private static LlamaServer server;

  @BeforeAll
  static void start() throws Exception {
    server = LlamaServer.start();
    CallCoordinator.shared().begin(BudgetConfig.NONE);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void chatIsAnsweredAndCounted() {
    CallResult result = ask("openai", "Say hello.", Optional.empty());
    assertThat(result.status()).as(result.error()).isEqualTo("ok");
    assertThat(result.reply().orElseThrow().text()).isNotBlank();
    assertThat(result.reply().orElseThrow().usage().input().orElse(0)).isPositive();
  }

  @Test
  void aReplyHasTheFormOfItsSchema() {
    JsonSchema form =
        new JsonSchema(
            "city",
            """
            { "type": "object", "required": ["city"], "additionalProperties": false,
              "properties": { "city": { "type": "string", "maxLength": 30 } } }
            """);
    CallResult result = ask("openai", "Which city is the capital of France?", Optional.of(form));
    assertThat(result.status()).as(result.error()).isEqualTo("ok");
    assertThat(form.problem(result.reply().orElseThrow().text())).isEmpty();
  }

  /** This model's template has no place for tools: it calls none, and that is told. */
  @Test
  void aCallIsAskedForByItsSchemaWhereTheModelKnowsNoTools() {
    String query =
        """
        { "type": "object", "required": ["query"], "additionalProperties": false,
          "properties": { "query": { "type": "string", "maxLength": 30 } } }
        """;
    ChatRequest request =
        new ChatRequest(
            List.of(Message.user("Search for the opening hours of the bank.")),
            parameters(),
            Optional.empty(),
            List.of(new Tool("search", "Finds passages by words.", query)));
    assertThat(ask("openai", true, request).status()).isEqualTo("parse_failure");
    CallResult result = ask("openai", false, request);
    assertThat(result.status()).as(result.error()).isEqualTo("ok");
    JsonNode call = JsonSchema.object(result.reply().orElseThrow().text());
    assertThat(call.path("tool").asText()).isEqualTo("search");
    assertThat(call.path("arguments").path("query").isTextual()).isTrue();
  }

  @Test
  void itGivesNoProbabilitiesOfThePromptAndThatIsSaid() {
    CallResult result = ask("completions", "The capital of France is Paris.", Optional.empty());
    assertThat(result.status()).isEqualTo("parse_failure");
    assertThat(result.error()).contains("no log-probabilities");
  }

  private static CallResult ask(String kind, String text, Optional<JsonSchema> form) {
    return ask(kind, true, new ChatRequest(List.of(Message.user(text)), parameters(), form));
  }

  private static ParametersConfig parameters() {
    return new ParametersConfig(
        Optional.of(0.0), Optional.empty(), Optional.of(60), Optional.of(1L), false, "");
  }

  private static CallResult ask(String kind, boolean toolCalling, ChatRequest request) {
    EndpointSpec spec =
        new EndpointSpec(
            "llama",
            kind,
            server.chat(),
            "smollm2",
            new Secret(""),
            Map.of(),
            "",
            2,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Duration.ofSeconds(120),
            1,
            25,
            Duration.ofSeconds(300),
            new PriceConfig(0, 0),
            toolCalling,
            EndpointSpec.Limits.USUAL,
            Map.of());
    return Endpoint.local(spec, Wires.of(spec), CallCoordinator.shared()).ask(request, 0).join();
  }
}
