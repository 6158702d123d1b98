package dev.assay.spark;

import dev.assay.questions.Difficulty;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import dev.assay.questions.asked.RefusedDraft;
import dev.assay.questions.asked.RequestOutcome;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** What came of a request, as a row. */
public final class DraftRows {
  private static final StructType DRAFT =
      StructType.fromDDL(
          "query_type STRING, question STRING, expected_answer STRING,"
              + " source_chunk_ids ARRAY<STRING>, relevant_doc_ids ARRAY<STRING>,"
              + " facts ARRAY<STRING>, sentences INT, overlap DOUBLE, searched BOOLEAN, rank INT,"
              + " attributes MAP<STRING,STRING>");
  private static final StructType REFUSED =
      StructType.fromDDL("reason STRING, detail STRING, row STRING");
  static final StructType SCHEMA =
      StructType.fromDDL("request_id STRING, failed BOOLEAN")
          .add("drafts", DataTypes.createArrayType(DRAFT))
          .add("refused", DataTypes.createArrayType(REFUSED));

  private DraftRows() {}

  static Row of(String requestId, RequestOutcome made) {
    return NamedRow.of(SCHEMA)
        .set("request_id", requestId)
        .set("failed", made.failed())
        .set("drafts", made.drafts().stream().map(DraftRows::row).toList())
        .set("refused", made.refused().stream().map(DraftRows::row).toList())
        .build();
  }

  private static Row row(RefusedDraft one) {
    return NamedRow.of(REFUSED)
        .set("reason", one.reason())
        .set("detail", one.detail())
        .set("row", one.row())
        .build();
  }

  private static Row row(DraftQuestion draft) {
    Difficulty difficulty = draft.difficulty();
    return NamedRow.of(DRAFT)
        .set("query_type", draft.queryType().id())
        .set("question", draft.question())
        .set("expected_answer", draft.expectedAnswer())
        .set("source_chunk_ids", draft.sourceChunkIds())
        .set("relevant_doc_ids", draft.relevantDocIds())
        .set("facts", draft.facts())
        .set("sentences", difficulty.sentences())
        .set("overlap", difficulty.overlap())
        .set("searched", difficulty.searched())
        .set("rank", difficulty.rank())
        .set("attributes", draft.attributes())
        .build();
  }

  /** What {@link #of} wrote. */
  public static RequestOutcome made(Row row) {
    return new RequestOutcome(
        RowValues.<Row>list(row, "drafts").stream().map(DraftRows::draft).toList(),
        RowValues.<Row>list(row, "refused").stream().map(DraftRows::refused).toList(),
        row.getAs("failed"));
  }

  private static RefusedDraft refused(Row row) {
    return new RefusedDraft(row.getAs("reason"), row.getAs("detail"), row.getAs("row"));
  }

  private static DraftQuestion draft(Row row) {
    return new DraftQuestion(
        QueryType.of(row.getAs("query_type")),
        row.getAs("question"),
        row.getAs("expected_answer"),
        RowValues.list(row, "source_chunk_ids"),
        RowValues.list(row, "relevant_doc_ids"),
        RowValues.list(row, "facts"),
        new Difficulty(
            row.getAs("sentences"), row.getAs("overlap"), row.getAs("searched"), row.getAs("rank")),
        RowValues.map(row, "attributes"));
  }
}
