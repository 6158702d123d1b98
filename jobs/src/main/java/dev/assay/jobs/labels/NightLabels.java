package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.to_json;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import scala.collection.Seq;

/**
 * Which labels hold, of this night and of others. A label is of the answer that it judged. One of
 * another night holds for an answer of this night to the same case by the same system if that is
 * the same text with the same passages; a case's question never changes. Otherwise it stays with
 * its night.
 */
public final class NightLabels {
  /** The night in which a label was said; another than the present one's where it was carried. */
  public static final String FROM_NIGHT = "from_night";

  /** The repeat of which it was said, in that night. */
  public static final String FROM_REPEAT = "from_repeat";

  /** Whose judgement of what a label is, in whichever night. */
  private static final List<String> JUDGEMENT =
      List.of("case_id", "system", "dimension", "annotator");

  private static final Seq<String> PRESENT =
      RunCoverage.on(List.of("case_id", "system", "response"));

  private final Store store;

  public NightLabels(Store store) {
    this.store = store;
  }

  /** Each response's key and night and, as {@code present}, what is judged of it. */
  private static Dataset<Row> present(Dataset<Row> responses) {
    return responses.withColumn(
        "present", Keys.hash(col("answer"), to_json(expr("contexts.text"))));
  }

  /** Where labels are few, the responses that have any: what they say is hashed. */
  private Dataset<Row> judged(Dataset<Row> labels) {
    Dataset<Row> answers = store.read(Tables.RESPONSES);
    return store.isSmall(Tables.LABELS) && !store.isSmall(Tables.RESPONSES)
        ? answers.join(
            broadcast(labels.select("case_id", "system", "repeat").distinct()),
            RunCoverage.keys(),
            "left_semi")
        : answers;
  }

  /** Each response's key and, as {@code present}, what is judged of it. */
  public static Dataset<Row> present(Store store) {
    return present(store.read(Tables.RESPONSES)).select("case_id", "system", "repeat", "present");
  }

  /**
   * The labels that hold in this night: its own without those that judged an answer which is
   * another now, and those of other nights. Of one annotator its own comes first, then the newest.
   */
  public Dataset<Row> standing() {
    return placed().select(Tables.LABELS.columns());
  }

  /** {@link #standing} with the night and the repeat that each was said of. */
  public Dataset<Row> placed() {
    Dataset<Row> labels = store.read(Tables.LABELS);
    Dataset<Row> own =
        standing(labels, present(judged(labels)), RunCoverage.keys())
            .withColumn(FROM_NIGHT, lit(store.night()))
            .withColumn(FROM_REPEAT, col("repeat"));
    Dataset<Row> others = others();
    if (others.isEmpty()) {
      return own;
    }
    List<String> key = new ArrayList<>(JUDGEMENT);
    key.add("repeat");
    Dataset<Row> held =
        others
            .withColumn(FROM_NIGHT, col(Table.NIGHT))
            .withColumnRenamed("repeat", FROM_REPEAT)
            .join(present(store).withColumnRenamed("present", "response"), PRESENT)
            .withColumn(
                "place",
                row_number()
                    .over(
                        Window.partitionBy(columns(key))
                            .orderBy(
                                col("labelled_at").desc_nulls_last(),
                                col(Table.NIGHT).desc(),
                                col("label_id"),
                                col(FROM_REPEAT))))
            .where(col("place").equalTo(1))
            .join(own, RunCoverage.on(key), "left_anti");
    List<Column> columns = new ArrayList<>(List.of(Tables.LABELS.columns()));
    columns.add(col(FROM_NIGHT));
    columns.add(col(FROM_REPEAT));
    Column[] all = columns.toArray(Column[]::new);
    return own.select(all).union(held.select(all));
  }

  /**
   * The labels of other nights that hold for no answer of this one, with their nights in {@value
   * Table#NIGHT}: each with the answer that it judged, that of the latest time where nights say
   * several things of it, then of the newest night.
   */
  public Dataset<Row> elsewhere() {
    List<String> judged = new ArrayList<>(JUDGEMENT);
    judged.add("response");
    Dataset<Row> others =
        standing(
            others(),
            present(store.read(Tables.RESPONSES.ofAllNights()))
                .select("case_id", "system", "repeat", Table.NIGHT, "present"),
            RunCoverage.on(List.of("case_id", "system", "repeat", Table.NIGHT)));
    Column what = coalesce(col("response"), col(Table.NIGHT));
    List<Column> same = new ArrayList<>(List.of(columns(JUDGEMENT)));
    same.add(what);
    return others
        .join(standing(), RunCoverage.on(judged), "left_anti")
        .withColumn(
            "newest",
            first(Table.NIGHT)
                .over(
                    Window.partitionBy(same.toArray(Column[]::new))
                        .orderBy(col("labelled_at").desc_nulls_last(), col(Table.NIGHT).desc())))
        .where(col("newest").equalTo(col(Table.NIGHT)))
        .drop("newest");
  }

  /** The labels of other nights. */
  private Dataset<Row> others() {
    return store.read(Tables.LABELS.ofAllNights()).where(col(Table.NIGHT).notEqual(store.night()));
  }

  private static Dataset<Row> standing(Dataset<Row> labels, Dataset<Row> present, Seq<String> on) {
    Column same = col("response").equalTo(col("present"));
    return labels.join(present, on, "left").where(coalesce(same, lit(true))).drop("present");
  }

  private static Column[] columns(List<String> names) {
    return names.stream().map(org.apache.spark.sql.functions::col).toArray(Column[]::new);
  }
}
