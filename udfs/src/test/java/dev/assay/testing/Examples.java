package dev.assay.testing;

import dev.assay.core.Example;
import dev.assay.core.Passage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;

/** Examples for tests. */
public final class Examples {

  private static final List<String> WORDS =
      List.of(
          "account",
          "fee",
          "card",
          "limit",
          "the",
          "bank",
          "charges",
          "12",
          "percent",
          "of",
          "a",
          "transfer",
          "within",
          "30",
          "days",
          "customer",
          "may",
          "not",
          "dispute",
          "branch");

  private static final List<String> HOSTILE =
      List.of(
          "",
          " \n\t ",
          "\u0000",
          "\u200b\u200b",
          ".",
          "?!?!…",
          "No",
          "42",
          "🙂🙃🙂",
          "\ud800 lone surrogate in an answer",
          "هذا نص من اليمين إلى اليسار. وجملة ثانية هنا.",
          "これは日本語の文です。二つ目の文です。",
          "x".repeat(5000),
          "word ".repeat(3000),
          "A.\n\n\nB.\n- C\n- D\n",
          "<script>alert('x')</script> & \"quotes\" \\ %s {0} $1",
          "The fee is 12 percent. The fee is 12 percent. The fee is 12 percent.",
          "NaN",
          "null",
          "\r\n\r\n.\r\n");

  private static final List<String> ANSWERABLE = List.of("true", "false", "TRUE", "maybe", "");

  private static final List<String> CONDITIONS =
      List.of("\"fee\"", "NOT regexp(\"[0-9]{2}\") OR \"card\"", "\"a\" \"b\"", "((", " ");

  private static final List<String> TIMES =
      List.of("2026-01-01", "2026-02-03T10:00:00Z", "2026-02-03 11:00:00", "17", "soon");

  private static final List<String> ARTIFACTS =
      List.of(
          "[{\"name\": \"a.json\", \"content\": \"{}\"}]",
          "{\"a.yaml\": \"x: [1\", \"b.txt\": \"\"}",
          "[]",
          "nonsense",
          "{\"files\": 3}");

  private Examples() {}

  /** {@code count} examples of all kinds, hostile ones among them, the same for a seed. */
  public static List<Example> random(long seed, int count) {
    Random random = new Random(seed);
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Example drawn = random(random, "case-" + i);
      Example example = i % 4 == 1 ? repeated(drawn) : drawn;
      examples.add(i % 3 == 2 ? twin(example, examples.get(i - 1), i) : example);
    }
    return examples;
  }

  private static Example repeated(Example example) {
    Map<String, String> attributes = new HashMap<>(example.attributes());
    attributes.put("repeats", "[\"The fee is 12 percent.\", \"\", \"a bank charges\"]");
    return withAttributes(example, attributes);
  }

  /** The example as a twin of {@code origin}, of another kind for every {@code number}. */
  public static Example twin(Example example, Example origin, int number) {
    Map<String, String> attributes = new HashMap<>(example.attributes());
    attributes.put("perturbation", number % 2 == 0 ? "counterfactual" : "adversarial");
    if (number % 2 == 0) {
      attributes.put("counterfactual_attribute", number % 4 == 0 ? "gender" : "Age ");
    } else {
      attributes.put("attack_category", number % 4 == 1 ? "injection" : "jailbreak");
    }
    if (number % 5 > 0) {
      attributes.put("parent_case_id", origin.caseId());
    }
    return withAttributes(inGroup(example, origin.groupId()), attributes);
  }

  /** The example in another group. */
  public static Example inGroup(Example example, String group) {
    return new Example(
        example.caseId(),
        example.system(),
        example.repeat(),
        group,
        example.question(),
        example.expected(),
        example.contexts(),
        example.answer(),
        example.condition(),
        example.relevantIds(),
        example.facts(),
        example.attributes(),
        List.of(),
        List.of());
  }

  /** The example with other attributes. */
  public static Example withAttributes(Example example, Map<String, String> attributes) {
    return new Example(
        example.caseId(),
        example.system(),
        example.repeat(),
        example.groupId(),
        example.question(),
        example.expected(),
        example.contexts(),
        example.answer(),
        example.condition(),
        example.relevantIds(),
        example.facts(),
        attributes,
        List.of(),
        List.of());
  }

  private static Example random(Random random, String id) {
    List<Passage> contexts = new ArrayList<>();
    int passages = random.nextInt(4) == 0 ? 0 : random.nextInt(6);
    for (int p = 0; p < passages; p++) {
      int rank = random.nextInt(8) == 0 ? random.nextInt(3) - 1 : p + 1;
      contexts.add(
          new Passage(
              random.nextBoolean() ? "" : "chunk-" + random.nextInt(5),
              random.nextBoolean() ? "" : "doc-" + random.nextInt(3),
              text(random),
              rank,
              OptionalDouble.empty()));
    }
    List<String> relevant = new ArrayList<>();
    for (int r = random.nextInt(4); r > 1; r--) {
      relevant.add((random.nextBoolean() ? "chunk-" : "doc-") + random.nextInt(5));
    }
    Map<String, String> attributes =
        new HashMap<>(
            switch (random.nextInt(4)) {
              case 0 ->
                  Map.of("question_weights", "1", "answer_weights", "x", "context_weights", "-1");
              case 1 ->
                  Map.of("question_weights", "0", "answer_weights", "", "context_weights", "1,1");
              default -> Map.of();
            });
    if (random.nextBoolean()) {
      attributes.put("answerable", ANSWERABLE.get(random.nextInt(ANSWERABLE.size())));
    }
    if (random.nextInt(4) > 0) {
      attributes.put("timestamp", TIMES.get(random.nextInt(TIMES.size())));
    }
    if (random.nextBoolean()) {
      attributes.put("artifacts", ARTIFACTS.get(random.nextInt(ARTIFACTS.size())));
    }
    return new Example(
        id,
        "system",
        0,
        id,
        text(random),
        random.nextInt(5) == 0 ? Optional.empty() : Optional.of(text(random)),
        contexts,
        random.nextInt(5) == 0 ? Optional.empty() : Optional.of(text(random)),
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(CONDITIONS.get(random.nextInt(CONDITIONS.size()))),
        relevant,
        List.of(),
        attributes,
        List.of(),
        List.of());
  }

  private static String text(Random random) {
    if (random.nextInt(4) == 0) {
      return HOSTILE.get(random.nextInt(HOSTILE.size()));
    }
    StringBuilder text = new StringBuilder();
    for (int s = random.nextInt(5); s >= 0; s--) {
      text.append("The");
      for (int w = random.nextInt(12); w >= 0; w--) {
        text.append(' ').append(WORDS.get(random.nextInt(WORDS.size())));
      }
      text.append(". ");
    }
    return text.toString();
  }
}
