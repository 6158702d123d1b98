package dev.assay.grammar;

import dev.assay.base.Identified;

/** What a query asks of a database. The first two are the paper's; the others go beyond it. */
public enum QueryKind implements Identified {
  /** A column of the rows of one table that a predicate selects. */
  SELECT,
  /** The same over tables that foreign keys join. */
  JOIN,
  /** How many rows there are. */
  COUNT,
  /** A sum, mean, smallest or largest value. */
  AGGREGATE,
  /** Rows whose value is above or below another. */
  COMPARISON,
  /** The row that comes first by a value. */
  TOP,
  /** Rows of a span of time. */
  DATE_RANGE,
  /** Written by a person or a language model, and none of the others by its shape. */
  OTHER
}
