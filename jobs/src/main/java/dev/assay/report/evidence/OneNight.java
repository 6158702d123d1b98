package dev.assay.report.evidence;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;

import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * What a store is for one night: its answers and what is about them, and its calls. Of runs of
 * another night, by their key or, without one, by the answers that they cover, those are left that
 * its own run of the same name and stage came after: it may be compared with them, but none is the
 * newest. Calibrations are its own where it has one of the same metrics, dimension and slice,
 * otherwise those of the night that fitted last; promises go with their calibration. Other rows are
 * of all nights.
 */
final class OneNight {
  /** Stages whose runs cover answers of one night; older runs say only so of which they are. */
  private static final Set<String> STAGES = Set.of("answer", "evaluate", "analyze");

  private final String night;
  private final Function<Table, Dataset<Row>> stored;

  /**
   * @param night {@code run.key}
   * @param stored the rows of a table, of all nights
   */
  OneNight(String night, Function<Table, Dataset<Row>> stored) {
    this.night = night;
    this.stored = stored;
  }

  Dataset<Row> rows(Table table) {
    Dataset<Row> rows = stored.apply(table);
    if (table.apart() || table == Tables.LLM_CALLS) {
      return rows.where(col(Table.NIGHT).equalTo(night));
    }
    if (table == Tables.RUNS) {
      return rows.where(not(col("run_id").isin(foreign(rows).toArray())));
    }
    if (table == Tables.CALIBRATIONS) {
      return calibrations(rows, true);
    }
    if (table == Tables.GUARANTEES) {
      Dataset<Row> others =
          calibrations(stored.apply(Tables.CALIBRATIONS), false).select("calibration_id");
      return rows.join(
          others, others.col("calibration_id").equalTo(rows.col("calibration_id")), "left_anti");
    }
    return rows;
  }

  /** The calibrations that the night goes by, or the others. */
  private Dataset<Row> calibrations(Dataset<Row> rows, boolean wanted) {
    return rows.withColumn(
            "__night",
            max_by(
                    col(Table.NIGHT),
                    struct(
                        col(Table.NIGHT).equalTo(lit(night)), col("fitted_at"), col(Table.NIGHT)))
                .over(Window.partitionBy("metrics", "dimension", "slice")))
        .where(col(Table.NIGHT).equalTo(col("__night")).equalTo(wanted))
        .drop("__night");
  }

  /** Runs of other nights that this one's own do not come after. */
  private Set<String> foreign(Dataset<Row> runs) {
    Set<String> others =
        new HashSet<>(
            stored
                .apply(Tables.RUN_CASES)
                .where(not(col(Table.NIGHT).equalTo(night)))
                .select("run_id")
                .distinct()
                .as(Encoders.STRING())
                .collectAsList());
    List<Row> all =
        runs.where(col("ended_at").isNotNull())
            .withColumn(
                "__other",
                coalesce(col(Table.NIGHT).notEqual(night), lit(false))
                    .or(
                        col("stage")
                            .isin(STAGES.toArray())
                            .and(col("run_id").isin(others.toArray()))))
            .select("run_id", "name", "stage", "status", "ended_at", "__other")
            .collectAsList();
    Map<String, Timestamp> newest = new HashMap<>();
    for (Row run : all) {
      if (!run.<Boolean>getAs("__other") && run.getAs("status").equals("done")) {
        newest.merge(kind(run), run.getAs("ended_at"), (one, two) -> one.after(two) ? one : two);
      }
    }
    return all.stream()
        .filter(run -> run.<Boolean>getAs("__other"))
        .filter(
            run -> {
              Timestamp own = newest.get(kind(run));
              return own == null || !run.<Timestamp>getAs("ended_at").before(own);
            })
        .map(run -> run.<String>getAs("run_id"))
        .collect(Collectors.toSet());
  }

  private static String kind(Row run) {
    return run.getAs("stage") + " " + run.getAs("name");
  }
}
