package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/** What a label of the review queue stands for. */
record LabelWeights(Run run) {
  private static final String CHANCE = "labelling_probability";

  /** case_id, system, repeat, dimension, weight: 1 / its chance, for what was drawn by a design. */
  Dataset<Row> weights() {
    return weights(chances(AllNights.of(run)));
  }

  /** The same of all nights. */
  Dataset<Row> weights(AllNights nights) {
    return weights(
        nights.and(chances(nights), run.store().read(Tables.REVIEW_QUEUE.ofAllNights())));
  }

  /**
   * The chances of this night's queue. A label of another night was drawn there, by the chance that
   * it had there; once this night has labels of the dimension too, it may have been drawn in
   * either.
   */
  private Dataset<Row> chances(AllNights nights) {
    Column own = col(CHANCE);
    Dataset<Row> queue =
        run.store()
            .read(Tables.REVIEW_QUEUE)
            .select(col("case_id"), col("system"), col("repeat"), col("dimension"), own);
    if (nights.others().isEmpty()) {
      return queue;
    }
    CarriedChances chances = new CarriedChances(run);
    Column carried = col("carried");
    Column either = when(col("begun"), greatest(own, carried)).otherwise(carried);
    return queue
        .join(chances.rows(), keys(), "full_outer")
        .join(chances.begun(), RunCoverage.on(List.of("dimension")), "left")
        .withColumn(CHANCE, when(col("held"), when(carried.isNotNull(), either)).otherwise(own))
        .select("case_id", "system", "repeat", "dimension", CHANCE);
  }

  private static Dataset<Row> weights(Dataset<Row> queue) {
    Column chance = col(CHANCE);
    return queue
        .where(chance.gt(0))
        .select(
            col("case_id"),
            col("system"),
            col("repeat"),
            col("dimension"),
            lit(1.0).divide(chance).as("weight"));
  }

  /** What joins {@link #weights} to rows of labelled responses. */
  static Seq<String> keys() {
    return RunCoverage.on(List.of("case_id", "system", "repeat", "dimension"));
  }
}
