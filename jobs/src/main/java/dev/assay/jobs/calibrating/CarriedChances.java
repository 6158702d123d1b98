package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Seeds;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.labels.NightLabels;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * With which chance labels of other nights that hold in this one were drawn: that of the queue of
 * the night, and of the repeat, in which they were said.
 */
record CarriedChances(Run run) {
  static final List<String> KEY = List.of("case_id", "system", "repeat", "dimension");

  /** The permanent random number of a case, for which it is drawn where its chance is above. */
  static Column random(Run run) {
    long seed = run.config().run().seed();
    return udf((UDF1<String, Double>) id -> Seeds.uniform(seed, "review", id), DataTypes.DoubleType)
        .apply(col("case_id"));
  }

  /**
   * case_id, system, repeat, dimension, held (true), carried (NULL: that night did not draw it):
   * one row for all labels of a response of which none is this night's own. Of labels of several
   * nights the largest chance, which is that of having been drawn in any.
   */
  Dataset<Row> rows() {
    Store store = run.store();
    Dataset<Row> queues =
        store
            .read(Tables.REVIEW_QUEUE.ofAllNights())
            .where(random(run).lt(col("labelling_probability")))
            .select(
                col("case_id"),
                col("system"),
                col("dimension"),
                col(Table.NIGHT).as(NightLabels.FROM_NIGHT),
                col("repeat").as(NightLabels.FROM_REPEAT),
                col("labelling_probability"));
    return new NightLabels(store)
        .placed()
        .join(
            queues,
            RunCoverage.on(
                List.of(
                    "case_id",
                    "system",
                    "dimension",
                    NightLabels.FROM_NIGHT,
                    NightLabels.FROM_REPEAT)),
            "left")
        .groupBy("case_id", "system", "repeat", "dimension")
        .agg(
            max(isOwn()).as("own"),
            lit(true).as("held"),
            max("labelling_probability").as("carried"))
        .where(not(col("own")))
        .drop("own");
  }

  /** dimension, begun (true): the dimensions of which this night has labels of its own. */
  Dataset<Row> begun() {
    return new NightLabels(run.store())
        .placed()
        .where(isOwn())
        .select("dimension")
        .distinct()
        .withColumn("begun", lit(true));
  }

  private Column isOwn() {
    return col(NightLabels.FROM_NIGHT).equalTo(run.store().night());
  }
}
