package dev.assay.fuzz;

import dev.assay.conditions.Condition;
import dev.assay.conditions.ConditionException;
import dev.assay.config.EndpointConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.llm.AttemptException;
import dev.assay.llm.CallRecord;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.JsonSchema;
import dev.assay.llm.Message;
import dev.assay.llm.Wire;
import dev.assay.llm.wire.Wires;
import dev.assay.mentions.Mentions;
import dev.assay.steps.Steps;
import dev.assay.testing.Fuzz;
import dev.assay.text.CleanText;
import dev.assay.text.Headings;
import dev.assay.text.Invisible;
import dev.assay.text.Sentences;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ParsersFuzzTest {
  private static final List<String> JSON =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\"a\"",
          "\"choices\":",
          "\"message\":",
          "null",
          "true",
          "1e999",
          "-0",
          "1",
          "\\u0000",
          "\\",
          "\n",
          "```json",
          "```",
          "NaN",
          "/*",
          "\"verdict\":",
          "\"content\":",
          "\"usage\":",
          "\uFEFF",
          " ");

  @Test
  void conditions() {
    Fuzz.parser(
        List.of(
            "AND",
            "OR",
            "NOT",
            "(",
            ")",
            "\"a\"",
            "'b'",
            "regexp",
            "regexp(\"",
            "\")",
            "\\",
            "\"",
            "{9}",
            "{100}",
            "(a",
            "a*)",
            "*",
            "+",
            "[",
            "]",
            "(?i)",
            "(?=",
            "\\1",
            "\\p{L}",
            "|",
            " "),
        List.of("\"a\" AND NOT ('b' OR regexp(\"\\d{3}\"))", "regexp('(a{9}){9}') OR \"x\\n\""),
        text -> Condition.parse(text).holds("some text with a 123 in it"),
        ConditionException.class);
  }

  @Test
  void replies() {
    JsonSchema form =
        new JsonSchema(
            "v",
            "{\"type\":\"object\",\"properties\":{\"verdict\":{\"type\":\"boolean\"}},\"required\":[\"verdict\"]}");
    Fuzz.parser(
        JSON,
        List.of(
            "{\"reason\": \"r\", \"verdict\": true}", "Yes: ```json\n{\"verdict\": false}\n```"),
        text -> {
          if (form.problem(text).isEmpty()) {
            JsonSchema.object(text);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "openai",
        "azure-openai",
        "anthropic",
        "ollama",
        "bedrock",
        "http-json",
        "completions",
        "vllm-completions"
      })
  void bodiesOf(String kind) {
    ChatRequest request =
        new ChatRequest(List.of(Message.user("U")), ParametersConfig.NONE, Optional.empty());
    EndpointConfig endpoint =
        ConfigLoader.defaults()
            .set(
                "llm.endpoints.e={kind=\"%s\", base-url=\"http://localhost/x\", model=m%s}"
                    .formatted(
                        kind, kind.startsWith("azure") ? ", api-version=\"2024-10-21\"" : ""))
            .load()
            .config()
            .llm()
            .endpoints()
            .get("e");
    Wire wire = Wires.of(EndpointSpec.of("e", endpoint));
    Fuzz.parser(
        JSON,
        List.of(
            "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":5}}",
            "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"stop_reason\":\"end_turn\"}",
            "{\"message\":{\"content\":\"a\"},\"done\":true,\"eval_count\":7}",
            "{\"output\":{\"message\":{\"content\":[{\"text\":\"a\"}]}},\"stopReason\":\"end_turn\"}",
            "{\"choices\":[{\"text\":\"a\",\"logprobs\":{\"token_logprobs\":[null,-1.5]}}]}"),
        text -> wire.read(request.prompt(), text),
        AttemptException.class,
        IllegalArgumentException.class);
  }

  @Test
  void journals() {
    Fuzz.parser(
        JSON,
        List.of("0123456789abcdef {\"hash\":\"h\"}", "0000000000000000 "),
        text -> CallRecord.read(text));
  }

  @Test
  void texts() {
    Fuzz.parser(
        List.of(
            ".",
            "!",
            "?",
            "\n",
            "\n\n",
            " ",
            "#",
            "# ",
            "- ",
            "1. ",
            "Mr.",
            "e.g.",
            "$6",
            "12 %",
            "2026-11-24",
            "A",
            "word",
            "\u00A0",
            "\u202E",
            "。",
            "|",
            "…",
            "\"",
            ")",
            "\t",
            "\uD83D"),
        List.of("# Fees\n\nThe fee is $6. It is due on 1 May 2026.\n\n1. Go.\n2. Pay 12 %."),
        text -> {
          Sentences.split(text);
          Sentences.scored(text);
          Headings.words(text);
          Headings.markdown(text);
          CleanText.of(text);
          Invisible.shown(Invisible.without(text));
          Mentions.find(text);
          Steps.of(text);
          Steps.longest(text);
        });
  }
}
