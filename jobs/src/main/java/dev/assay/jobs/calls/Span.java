package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import java.sql.Timestamp;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A span of time, with both ends. */
record Span(Timestamp first, Timestamp last) {

  /** When the first and the last of calls of {@link CallLedger#index} ended; empty without any. */
  static Optional<Span> of(Dataset<Row> calls) {
    Row ends = calls.agg(min(CallLedger.TIME).as("first"), max(CallLedger.TIME).as("last")).head();
    Timestamp first = ends.getAs("first");
    return first == null ? Optional.empty() : Optional.of(new Span(first, ends.getAs("last")));
  }

  /** Whether {@code time} lies in it. */
  Column holds(Column time) {
    return time.between(lit(first), lit(last));
  }
}
