package dev.assay.spark;

import dev.assay.core.Example;
import dev.assay.llm.Conversation;
import dev.assay.llm.Json;
import dev.assay.spark.calls.ConversationRows;
import dev.assay.spark.calls.PassageRows;
import dev.assay.tables.RowValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;

/** Examples from rows of test cases joined with responses, by column name. */
public final class ExampleRows {
  private static final List<String> COLUMNS =
      List.of(
          "answerable",
          "artifacts",
          "perturbation",
          "parent_case_id",
          "repeats",
          "sampling_weight");

  /**
   * Attributes that stand for what is else a column, or for the turns before the question: any
   * evaluator may read them.
   */
  public static final List<String> READ_AS_ATTRIBUTES =
      Stream.concat(COLUMNS.stream(), Stream.of(Conversation.ATTRIBUTE)).toList();

  private ExampleRows() {}

  /**
   * The example in {@code row}, which has the columns of {@code responses} and {@code test_cases}
   * that evaluators can need.
   */
  static Example from(Row row) {
    return new Example(
        row.getAs("case_id"),
        row.getAs("system"),
        row.<Integer>getAs("repeat"),
        row.getAs("group_id"),
        row.getAs("question"),
        RowValues.optional(row, "expected_answer"),
        PassageRows.passages(row),
        RowValues.optional(row, "answer"),
        RowValues.optional(row, "condition"),
        RowValues.list(row, "relevant_doc_ids"),
        RowValues.list(row, "facts"),
        attributes(row),
        list(row, "expected_answers"),
        list(row, "relevant_passages"));
  }

  /** A list that rows made without test_cases have not. */
  private static List<String> list(Row row, String column) {
    return has(row, column) ? RowValues.list(row, column) : List.of();
  }

  /** The attributes, with the columns that evaluators read there. */
  private static Map<String, String> attributes(Row row) {
    Map<String, String> attributes = new HashMap<>(RowValues.map(row, "attributes"));
    attributes.values().removeIf(java.util.Objects::isNull);
    // An attribute of the user's that is called so is none: weights are checked, attributes are
    // not.
    attributes.remove("sampling_weight");
    for (String column : COLUMNS) {
      if (has(row, column) && row.getAs(column) != null) {
        attributes.put(column, row.getAs(column).toString());
      }
    }
    if (has(row, "messages") && !RowValues.isNull(row, "messages")) {
      attributes.putIfAbsent(
          Conversation.ATTRIBUTE, Json.write(ConversationRows.before(row).json()));
    }
    return attributes;
  }

  private static boolean has(Row row, String column) {
    return row.schema().getFieldIndex(column).isDefined();
  }
}
