package dev.assay.jobs.scores;

import dev.assay.jobs.engine.RunCoverage;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Responses whose scores are looked at.
 *
 * @param rows with their cases
 * @param pairs case_id and system of each, where they are few; many are most of what is stored
 */
record Covered(Dataset<Row> rows, Optional<Dataset<Row>> pairs) {
  static Covered many(Dataset<Row> rows) {
    return new Covered(rows, Optional.empty());
  }

  /** Stored rows; where these responses are few, those about their cases alone. */
  Dataset<Row> among(Dataset<Row> stored) {
    return pairs
        .map(few -> stored.join(few, RunCoverage.on(List.of("case_id", "system")), "left_semi"))
        .orElse(stored);
  }
}
