package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.inputs.AnswerColumns;
import dev.assay.jobs.inputs.SourceRows;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** How many records of a source can be used; one that refuses its source is told by its place. */
final class UsableRecords {
  private UsableRecords() {}

  /** The number of {@code rows}; {@code owner} is the key that named their source. */
  static long total(String owner, Dataset<Row> rows) {
    Column refusal = AnswerColumns.refusal();
    Row found =
        rows.agg(
                count(lit(1)).as("n"),
                min(when(
                        refusal.isNotNull(),
                        struct(col(SourceRows.FILE), col(SourceRows.LINE), refusal.as("reason"))))
                    .as("refused"))
            .head();
    Row refused = found.getAs("refused");
    if (refused != null) {
      Long line = refused.getAs(SourceRows.LINE);
      throw new StageException(
          "%s: '%s'%s: %s. Nothing of this file was used."
              .formatted(
                  owner,
                  refused.getAs(SourceRows.FILE),
                  line == null ? "" : ", line " + line,
                  refused.getAs("reason")));
    }
    return found.getAs("n");
  }
}
