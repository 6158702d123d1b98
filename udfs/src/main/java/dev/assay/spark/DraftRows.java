package dev.assay.spark;

import dev.assay.asking.Made;
import dev.assay.asking.Refused;
import dev.assay.generation.Difficulty;
import dev.assay.generation.DraftQuestion;
import dev.assay.generation.QueryType;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;

/** What came of a request, as a row. */
public final class DraftRows {
  static final StructType SCHEMA =
      StructType.fromDDL(
          "request_id STRING, failed BOOLEAN, drafts ARRAY<STRUCT<query_type:STRING,"
              + "question:STRING,expected_answer:STRING,source_chunk_ids:ARRAY<STRING>,"
              + "relevant_doc_ids:ARRAY<STRING>,facts:ARRAY<STRING>,sentences:INT,overlap:DOUBLE,"
              + "searched:BOOLEAN,rank:INT,attributes:MAP<STRING,STRING>>>, refused"
              + " ARRAY<STRUCT<reason:STRING,detail:STRING,row:STRING>>");

  private DraftRows() {}

  static Row of(String requestId, Made made) {
    return RowFactory.create(
        requestId,
        made.failed(),
        made.drafts().stream().map(DraftRows::row).toArray(Row[]::new),
        made.refused().stream()
            .map(one -> RowFactory.create(one.reason(), one.detail(), one.row()))
            .toArray(Row[]::new));
  }

  private static Row row(DraftQuestion draft) {
    Difficulty difficulty = draft.difficulty();
    return RowFactory.create(
        draft.queryType().id(),
        draft.question(),
        draft.expectedAnswer(),
        draft.sourceChunkIds().toArray(String[]::new),
        draft.relevantDocIds().toArray(String[]::new),
        draft.facts().toArray(String[]::new),
        difficulty.sentences(),
        difficulty.overlap(),
        difficulty.searched(),
        difficulty.rank(),
        JavaConverters.mapAsScalaMap(draft.attributes()));
  }

  /** What {@link #of} wrote. */
  public static Made made(Row row) {
    List<Row> drafts = row.getList(row.fieldIndex("drafts"));
    List<Row> refused = row.getList(row.fieldIndex("refused"));
    return new Made(
        drafts.stream().map(DraftRows::draft).toList(),
        refused.stream()
            .map(one -> new Refused(one.getString(0), one.getString(1), one.getString(2)))
            .toList(),
        row.getAs("failed"));
  }

  private static DraftQuestion draft(Row row) {
    return new DraftQuestion(
        QueryType.of(row.getString(0)),
        row.getString(1),
        row.getString(2),
        row.getList(3),
        row.getList(4),
        row.getList(5),
        new Difficulty(row.getInt(6), row.getDouble(7), row.getBoolean(8), row.getInt(9)),
        row.getJavaMap(10));
  }
}
