package dev.assay.spark.calls;

import dev.assay.core.Passage;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** Retrieved passages, as column {@code contexts} of table {@code responses}. */
public final class PassageRows {
  /** A column with the passages that a case is to be answered by. */
  public static final String HANDED = "handed";

  private static final StructType PASSAGE = Tables.RESPONSES.element("contexts");

  private PassageRows() {}

  public static List<Row> of(List<Passage> passages) {
    return passages.stream().map(PassageRows::row).toList();
  }

  private static Row row(Passage passage) {
    return NamedRow.of(PASSAGE)
        .set("chunk_id", passage.chunkId())
        .set("doc_id", passage.docId())
        .set("text", passage.text())
        .set("rank", passage.rank())
        .set("score", passage.score())
        .build();
  }

  /**
   * The passages of a response. One without text counts as empty text, so ranks stay true; so do
   * missing ids.
   */
  public static List<Passage> passages(Row response) {
    return passages(response, "contexts");
  }

  /** The same of another column; none where it is NULL. */
  static List<Passage> passages(Row row, String column) {
    return RowValues.<Row>list(row, column).stream().map(PassageRows::passage).toList();
  }

  private static Passage passage(Row row) {
    return new Passage(
        RowValues.<String>optional(row, "chunk_id").orElse(""),
        RowValues.<String>optional(row, "doc_id").orElse(""),
        RowValues.<String>optional(row, "text").orElse(""),
        row.<Integer>getAs("rank"),
        RowValues.number(row, "score"));
  }
}
