package dev.assay.jobs.inputs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which columns of a file of recorded answers hold what, by the names that tools and people use.
 * Nothing is guessed by content: a wrong guess would be measured as if it were right.
 *
 * @param columns the column of each role that was found, in the order of the roles
 * @param others the columns of no role
 */
public record ColumnGuess(Map<String, String> columns, List<String> others) {
  public static final String QUESTION = "question";
  public static final String ANSWER = "answer";
  public static final String CONTEXTS = "contexts";
  public static final String EXPECTED = "expected";
  public static final String ID = "id";
  public static final String SYSTEM = "system";
  public static final String GROUP = "group";
  public static final String QUERY_TYPE = "query-type";

  /** Names by role, the most usual first; what is compared are their letters and digits. */
  private static final Map<String, List<String>> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put(
        QUESTION,
        List.of(
            "question",
            "query",
            "user_input",
            "user_query",
            "user_question",
            "prompt",
            "input",
            "utterance",
            "instruction",
            "q"));
    NAMES.put(
        ANSWER,
        List.of(
            "answer",
            "response",
            "actual_output",
            "generated_answer",
            "model_answer",
            "reply",
            "completion",
            "prediction",
            "output",
            "bot_answer",
            "system_answer",
            "a"));
    NAMES.put(
        CONTEXTS,
        List.of(
            "contexts",
            "context",
            "retrieved_contexts",
            "retrieval_context",
            "retrieved_context",
            "passages",
            "retrieved_passages",
            "retrieved_documents",
            "retrieved_docs",
            "documents",
            "source_documents",
            "chunks",
            "retrieved_chunks",
            "passage",
            "knowledge",
            "evidence"));
    NAMES.put(
        EXPECTED,
        List.of(
            "expected_answer",
            "ground_truth",
            "reference",
            "reference_answer",
            "expected_output",
            "expected",
            "gold_answer",
            "gold",
            "correct_answer",
            "right_answer",
            "target",
            "ideal",
            "ideal_answer",
            "ground_truths"));
    NAMES.put(
        ID,
        List.of(
            "id",
            "question_id",
            "record_id",
            "example_id",
            "sample_id",
            "qid",
            "uid",
            "uuid",
            "key"));
    NAMES.put(
        SYSTEM,
        List.of("system", "system_name", "model", "model_name", "assistant", "app", "variant"));
    NAMES.put(GROUP, List.of("group_id", "group", "conversation_id", "session_id", "thread_id"));
    NAMES.put(QUERY_TYPE, List.of("query_type", "question_type"));
  }

  /** What the names of {@code columns} say. */
  public static ColumnGuess of(List<String> columns) {
    Map<String, String> found = new LinkedHashMap<>();
    NAMES.forEach(
        (role, names) ->
            names.stream()
                .map(name -> named(columns, name))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(column -> found.put(role, column)));
    return new ColumnGuess(
        found, columns.stream().filter(column -> !found.containsValue(column)).toList());
  }

  /** The column of {@code role}. */
  public Optional<String> column(String role) {
    return Optional.ofNullable(columns.get(role));
  }

  private static Optional<String> named(List<String> columns, String name) {
    List<String> alike =
        columns.stream().filter(column -> plain(column).equals(plain(name))).toList();
    return alike.contains(name) ? Optional.of(name) : alike.stream().findFirst();
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "");
  }
}
