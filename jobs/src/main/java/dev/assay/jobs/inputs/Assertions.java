package dev.assay.jobs.inputs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Assertions of promptfoo as a condition and accepted answers: {@code contains}, {@code regex} and
 * their kin are conditions, {@code equals} and what compares with a reference give accepted
 * answers. Others, which need a program or a judge, are kept as they are.
 */
final class Assertions {
  private static final Pattern WRITTEN =
      Pattern.compile("((?:not-)?[a-z][a-z-]*)(?:\\([0-9.]+\\))?(?::\\s*(.*))?", Pattern.DOTALL);
  private static final Set<String> REFERENCES =
      Set.of(
          "equals",
          "similar",
          "factuality",
          "model-graded-factuality",
          "levenshtein",
          "rouge-n",
          "bleu",
          "gleu",
          "meteor");
  private static final Set<String> CONDITIONS =
      Set.of(
          "contains",
          "icontains",
          "contains-all",
          "contains-any",
          "icontains-all",
          "icontains-any",
          "starts-with",
          "regex");
  private static final Set<String> OTHERS =
      Set.of(
          "javascript",
          "fn",
          "eval",
          "python",
          "grade",
          "llm-rubric",
          "is-json",
          "contains-json",
          "is-sql",
          "contains-sql",
          "is-xml",
          "latency",
          "cost",
          "perplexity",
          "webhook",
          "context-recall",
          "context-relevance",
          "context-faithfulness",
          "answer-relevance",
          "model-graded-closedqa",
          "moderation",
          "is-refusal",
          "classifier",
          "file",
          "guardrails");

  private final List<String> conditions = new ArrayList<>();
  private final List<String> answers = new ArrayList<>();
  private final List<String> others = new ArrayList<>();

  /** One as tests in JSON have it: {@code {"type": "contains", "value": …}}. */
  void add(JsonNode assertion, List<String> values) {
    String type = assertion.path("type").asText();
    if (!take(type, values)) {
      others.add(assertion.toString());
    }
  }

  /** One as tests in CSV have it: {@code contains: …}; a text without a type must be equal. */
  void add(String written) {
    Matcher matcher = WRITTEN.matcher(written.strip());
    if (matcher.matches()) {
      String type = matcher.group(1);
      String value = matcher.group(2) == null ? "" : matcher.group(2);
      List<String> values =
          type.matches(".*-(all|any)")
              ? Arrays.stream(value.split(",")).map(String::strip).toList()
              : List.of(value);
      if (matcher.group(2) != null && take(type, values)) {
        return;
      }
      if (OTHERS.contains(type.replaceFirst("^not-", ""))
          && (matcher.group(2) != null || written.strip().equals(type))) {
        others.add(written);
        return;
      }
    }
    answers.add(written);
  }

  private boolean take(String type, List<String> values) {
    boolean not = type.startsWith("not-");
    String plain = not ? type.substring(4) : type;
    List<String> given = values.stream().filter(value -> !value.isBlank()).toList();
    if (given.isEmpty()) {
      return false;
    }
    if (REFERENCES.contains(plain) && !not) {
      answers.addAll(given);
      return true;
    }
    if (!CONDITIONS.contains(plain)) {
      return false;
    }
    String joined =
        given.stream()
            .map(value -> operand(plain, value))
            .collect(Collectors.joining(plain.endsWith("-any") ? " OR " : " AND "));
    String whole = given.size() > 1 ? "(" + joined + ")" : joined;
    conditions.add(not ? "NOT " + whole : whole);
    return true;
  }

  private static String operand(String type, String value) {
    if (type.startsWith("icontains")) {
      return expression("(?i)" + com.google.re2j.Pattern.quote(value));
    }
    return switch (type) {
      case "regex" -> expression(value);
      case "starts-with" -> expression("\\A" + com.google.re2j.Pattern.quote(value));
      default -> "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    };
  }

  private static String expression(String pattern) {
    return "regexp(\"" + pattern.replace("\"", "\\\"") + "\")";
  }

  /** What an answer must satisfy. */
  Optional<String> condition() {
    return conditions.stream().reduce((one, other) -> one + " AND " + other);
  }

  /** Accepted answers. */
  List<String> answers() {
    return answers;
  }

  /** What is neither, as given. */
  List<String> others() {
    return others;
  }
}
