package dev.assay.jobs.forget;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;

import org.apache.spark.sql.Column;

/** A response's key as one text. */
final class Responses {
  /** Of any table that has case_id, system and repeat. */
  static final Column KEY =
      concat_ws("\u001f", col("case_id"), col("system"), col("repeat").cast("string"));

  private Responses() {}
}
