package dev.assay.jobs.stores;

import static org.apache.spark.sql.functions.col;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/**
 * How far people are with the review queue, for schedulers that wait for them. An entry is an
 * answer and what is to be judged of it; it waits until somebody has labelled that.
 */
record WaitingLabels(long waiting, long entries) {
  private static final Seq<String> ENTRY =
      RunCoverage.on(List.of("case_id", "system", "repeat", "dimension"));

  static WaitingLabels of(Store store) {
    Dataset<Row> queue = store.read(Tables.REVIEW_QUEUE);
    Dataset<Row> open = queue.where(col("labelled_at").isNull());
    return new WaitingLabels(
        open.join(store.read(Tables.LABELS), ENTRY, "left_anti").count(), queue.count());
  }

  @Override
  public String toString() {
    return "waiting for a label: " + waiting + " of " + entries;
  }
}
