package dev.assay.tables;

import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;

/** Which columns of a table lead to rows of another. */
public final class References {
  private static final List<String> RESPONSE = List.of("case_id", "system", "repeat", Table.NIGHT);

  /**
   * Columns of the same name on both sides, NULL leading nowhere, in rows of all nights.
   *
   * @param from the table that refers
   * @param to the table that is referred to
   * @param columns the columns
   */
  public record Reference(Table from, Table to, List<String> columns) {

    /** The columns of {@link #from}. */
    public Column[] fromColumns() {
      return columns.stream().map(functions::col).toArray(Column[]::new);
    }

    /** The columns of {@link #to}. */
    public Column[] toColumns() {
      return fromColumns();
    }
  }

  /** Every reference that must hold. Runs may cover rows of later runs, so they are not checked. */
  public static final List<Reference> ALL =
      List.of(
          new Reference(Tables.CHUNKS, Tables.DOCUMENTS, List.of("doc_id")),
          new Reference(Tables.STRATA, Tables.CHUNKS, List.of("chunk_id")),
          new Reference(Tables.STRATA, Tables.TOPICS, List.of("stratum_id", "model")),
          new Reference(Tables.CASE_STRATA, Tables.TEST_CASES, List.of("case_id")),
          new Reference(Tables.RESPONSES, Tables.TEST_CASES, List.of("case_id")),
          new Reference(Tables.SCORES, Tables.RESPONSES, RESPONSE),
          new Reference(
              Tables.SENTENCE_SCORES,
              Tables.SCORES,
              List.of("case_id", "system", "repeat", "metric", Table.NIGHT)),
          new Reference(Tables.LABELS, Tables.RESPONSES, RESPONSE),
          new Reference(Tables.GUARANTEES, Tables.CALIBRATIONS, List.of("calibration_id")),
          // What is decided by a model of several metrics has no score of its own.
          new Reference(Tables.DECISIONS, Tables.RESPONSES, RESPONSE));

  private References() {}
}
