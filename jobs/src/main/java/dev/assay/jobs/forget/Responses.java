package dev.assay.jobs.forget;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;

import dev.assay.tables.Table;
import org.apache.spark.sql.Column;

/** A response's key and its night as one text. */
final class Responses {
  /** Of any table that has case_id, system and repeat, with the rows of all nights. */
  static final Column KEY =
      concat_ws(
          "\u001f", col("case_id"), col("system"), col("repeat").cast("string"), col(Table.NIGHT));

  private Responses() {}
}
