package dev.assay.fuzz;

import dev.assay.core.Example;
import dev.assay.evaluators.structure.JsonSchema;
import dev.assay.prompts.OwnPrompt;
import dev.assay.prompts.Prompt;
import dev.assay.rules.RuleSuite;
import dev.assay.testing.Examples;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import dev.assay.testing.Fuzz;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules, prompts and schemas that people write: read, or refused with what is wrong. */
@Tag("slow")
class SettingsFuzzTest {
  private static final List<String> HOCON =
      List.of(
          "---",
          "\n",
          "{",
          "}",
          "[",
          "]",
          "=",
          ":",
          ",",
          "\"\"\"",
          "\"",
          "#",
          "# user",
          "# schema",
          "# tools",
          "rules",
          "id",
          "pattern",
          "found",
          "clean",
          "version",
          "include \"x\"",
          "${x}",
          "${?x}",
          "{question}",
          "[[",
          "]]",
          "(a*)*",
          "(a{99}){99}",
          "\\1",
          "null",
          "-1",
          "1e99",
          " ");

  @TempDir Path folder;

  @Test
  void rules() {
    Fuzz.parser(
        HOCON,
        List.of(
            "rules = [{ id = a, pattern = \"a+b\", found = [\"x [[aab]] y\"], clean = [\"b\"] }]",
            "rules = [\n"
                + "  { id = n\n"
                + "    pattern = \"\\\\d{4}\"\n"
                + "    anchors = [pin]\n"
                + "    reach = 20 }\n"
                + "]\n"),
        text -> RuleSuite.of(file("rules.conf", text)).find("a pin 1234 aab and more"),
        IllegalArgumentException.class);
  }

  @Test
  void prompts() {
    Fuzz.parser(
        HOCON,
        List.of(
            "---\nversion = 2\n---\n# system\nYou judge.\n# user\nIs {actual_answer} right?\n",
            "---\n"
                + "scale = levels\n"
                + "levels = [rude, kind]\n"
                + "---\n"
                + "# user\n"
                + "{question}\n"
                + "# schema\n"
                + "{\"type\":\"object\"}\n"),
        text -> {
          String name = file("own.md", text);
          Prompt.read(name.substring(0, name.length() - ".md".length()));
        },
        IllegalArgumentException.class);
  }

  @Test
  void ownPrompts() {
    Fuzz.parser(
        HOCON,
        List.of("---\nscale = score\nthreshold = 0.5\n---\nIs {actual_answer} polite?\n"),
        text -> {
          file("own.md", text);
          OwnPrompt.folder(folder.toString());
        },
        IllegalArgumentException.class);
  }

  /** Of a case, so that whatever is wrong with it costs that row. */
  @Test
  void schemas() {
    JsonSchema evaluator = new JsonSchema();
    FakeModels models = FakeModels.with(FakeEmbedder.hashing(16));
    Example answered =
        Example.of("Question?", null, List.of(), "{\"fee\": 5, \"x\": [1, {\"y\": \"aaaa\"}]}");
    Fuzz.parser(
        List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"type\":",
            "\"object\"",
            "\"properties\":",
            "\"pattern\":",
            "\"(a+)+$\"",
            "\"a{1000}{1000}\"",
            "\"$ref\":",
            "\"#\"",
            "\"#/properties/x\"",
            "\"http://example.com/x\"",
            "\"$schema\":",
            "\"http://json-schema.org/draft-04/schema#\"",
            "\"$dynamicRef\":",
            "\"$id\":",
            "\"allOf\":",
            "\"items\":",
            "\"format\":",
            "\"date\"",
            "\"enum\":",
            "true",
            "-1",
            "1e999",
            "null",
            " "),
        List.of(
            "{\"type\": \"object\", \"required\": [\"fee\"], \"properties\": {\"fee\": {\"type\":"
                + " \"number\"}}}",
            "{\"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": {\"items\": {\"$ref\": \"#/$defs/a\"}}}}",
            "{\"$schema\": \"http://json-schema.org/draft-04/schema#\", \"minimum\": 5,"
                + " \"exclusiveMinimum\": true}"),
        text ->
            evaluator.score(
                List.of(Examples.withAttributes(answered, Map.of("json_schema", text))), models));
  }

  private String file(String name, String text) {
    try {
      return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8)).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
