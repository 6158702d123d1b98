package dev.assay.config.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers that no stage could work with are told before any stage begins, by the key's name. */
class BoundsTest {
  /** A seed may be anything; a cosine reaches down to -1. */
  private static final Set<String> BELOW_NOTHING =
      Set.of("run.seed", "generate.max-similarity", "generate.min-relevancy");

  private static final String PARTS =
      """
      llm.endpoints.e { kind = openai, base-url = "http://localhost/v1", model = m, price-per-million { input = 1 } }
      systems.s { kind = embedded, retriever = dense }
      systems.t { kind = table, path = a.jsonl }
      """;

  private static Path parts;

  /** Keys with a number in reference.conf, and those that are absent until somebody sets them. */
  static List<String> keys() {
    List<String> keys =
        new ArrayList<>(
            List.of(
                "sample.max-per-stratum",
                "automate.alpha-accept",
                "automate.alpha-reject",
                "automate.min-confidence",
                "automate.max-missed",
                "stratify.eps",
                "gate.threshold",
                "budget.max-calls",
                "budget.max-tokens",
                "budget.max-cost",
                "systems.s.max-terms",
                "systems.s.faults",
                "systems.s.retrieval-faults",
                "systems.s.top-k",
                "systems.s.answer-sentences"));
    for (String one :
        List.of(
            "max-in-flight",
            "requests-per-minute",
            "tokens-per-minute",
            "timeout",
            "retries",
            "give-up-after",
            "refusals",
            "down-pause",
            "longest-wait",
            "patience",
            "price-per-million.input",
            "price-per-million.output",
            "parameters.temperature",
            "parameters.top-p",
            "parameters.max-tokens")) {
      keys.add("llm.endpoints.e." + one);
    }
    ConfigFactory.parseResources(ConfigLoader.class, "reference.conf")
        .resolve()
        .entrySet()
        .forEach(
            entry -> {
              if (entry.getValue().valueType() == ConfigValueType.NUMBER
                  && !BELOW_NOTHING.contains(entry.getKey())) {
                keys.add(entry.getKey());
              }
            });
    return keys;
  }

  @ParameterizedTest
  @MethodSource("keys")
  void nothingIsLessThanNone(String key) {
    assertThat(problem(key, "-1")).contains(key.substring(key.lastIndexOf('.') + 1));
    assertThat(problem(key, "many")).contains(key);
  }

  @BeforeAll
  static void write(@TempDir Path folder) throws IOException {
    parts = Files.writeString(folder.resolve("parts.conf"), PARTS);
  }

  private static String problem(String key, String value) {
    try {
      ConfigLoader.defaults().file(parts).set(key + "=" + value).load();
      return "none";
    } catch (ConfigException e) {
      return e.getMessage();
    }
  }
}
