package dev.assay.jobs.grammar;

import org.apache.spark.sql.types.StructType;

/** Shapes of rows on their way from templates to cases. */
final class FilledRows {

  /**
   * A combination of values for the template at place {@code template} of the list; {@code values}
   * are coded, in the order of the placeholders. A row without values says of the template how many
   * combinations {@code there} are, how many are {@code unsayable}, and what is the {@code problem}.
   */
  static final StructType COMBINATION =
      StructType.fromDDL(
          "template INT NOT NULL, group_id STRING, `values` ARRAY<STRING>, there BIGINT,"
              + " unsayable BIGINT, problem STRING");

  /** A combination with what the database says to it and where the corpus does. */
  static final StructType ANSWERED =
      StructType.fromDDL(
          "template INT NOT NULL, group_id STRING NOT NULL, `values` ARRAY<STRING> NOT NULL,"
              + " query STRING NOT NULL, outcome STRING NOT NULL, problem STRING, answer_type"
              + " STRING, value_type STRING, elements ARRAY<STRING>, in_corpus STRING, documents"
              + " ARRAY<STRING>");

  private FilledRows() {}
}
