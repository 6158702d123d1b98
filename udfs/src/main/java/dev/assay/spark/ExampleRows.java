package dev.assay.spark;

import dev.assay.core.Example;
import dev.assay.core.Passage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.sql.Row;

/** Examples from rows of test cases joined with responses, by column name. */
final class ExampleRows {
  private ExampleRows() {}

  /**
   * The example in {@code row}, which has the columns of {@code responses} and {@code test_cases}
   * that evaluators can need. A passage without text counts as empty text, so ranks stay true.
   */
  static Example from(Row row) {
    return new Example(
        row.getAs("case_id"),
        row.getAs("system"),
        row.<Integer>getAs("repeat"),
        row.getAs("group_id"),
        row.getAs("question"),
        Optional.ofNullable(row.getAs("expected_answer")),
        passages(row),
        Optional.ofNullable(row.getAs("answer")),
        Optional.ofNullable(row.getAs("condition")),
        texts(row, "relevant_doc_ids"),
        texts(row, "facts"),
        attributes(row));
  }

  private static List<Passage> passages(Row row) {
    List<Passage> passages = new ArrayList<>();
    for (Row context : row.<Row>getList(row.fieldIndex("contexts"))) {
      Double score = context.getAs("score");
      passages.add(
          new Passage(
              orEmpty(context.getAs("chunk_id")),
              orEmpty(context.getAs("doc_id")),
              orEmpty(context.getAs("text")),
              context.<Integer>getAs("rank"),
              score == null ? OptionalDouble.empty() : OptionalDouble.of(score)));
    }
    return passages;
  }

  private static List<String> texts(Row row, String column) {
    int index = row.fieldIndex(column);
    return row.isNullAt(index) ? List.of() : List.copyOf(row.<String>getList(index));
  }

  /** The attributes, with the columns that evaluators read there. */
  private static Map<String, String> attributes(Row row) {
    int index = row.fieldIndex("attributes");
    Map<String, String> attributes =
        row.isNullAt(index)
            ? new HashMap<>()
            : new HashMap<>(row.<String, String>getJavaMap(index));
    attributes.values().removeIf(java.util.Objects::isNull);
    for (String column :
        List.of("answerable", "artifacts", "perturbation", "parent_case_id", "repeats")) {
      if (List.of(row.schema().fieldNames()).contains(column) && row.getAs(column) != null) {
        attributes.put(column, row.getAs(column).toString());
      }
    }
    return attributes;
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
