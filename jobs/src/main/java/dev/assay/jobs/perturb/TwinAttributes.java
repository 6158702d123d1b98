package dev.assay.jobs.perturb;

import static org.apache.spark.sql.functions.col;

import org.apache.spark.sql.Column;

/** How a case that stage {@code perturb} made is known. */
public final class TwinAttributes {
  /** What became of the question's meaning. */
  public static final String MEANING = "perturbation_meaning";

  private TwinAttributes() {}

  /** Whether the case of a row with {@code attributes} is a twin of the stage. */
  public static Column made() {
    return col("attributes").getItem(MEANING).isNotNull();
  }
}
