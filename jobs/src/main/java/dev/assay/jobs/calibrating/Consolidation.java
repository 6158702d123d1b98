package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;

import dev.assay.base.Rounding;
import dev.assay.stats.agreement.DawidSkene;
import dev.assay.stats.agreement.Rating;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** One label a response and dimension from those of several annotators. */
final class Consolidation {
  private static final StructType SCHEMA =
      Tables.LABELS
          .select("case_id", "system", "repeat", "dimension")
          .add("label", DataTypes.IntegerType);

  private Consolidation() {}

  /** case_id, system, repeat, dimension, label 0 or 1; even odds have no row. */
  static Dataset<Row> of(Dataset<Row> labels, String method) {
    return method.equals("dawid_skene") ? dawidSkene(labels, new HashMap<>()) : majority(labels);
  }

  private static Dataset<Row> majority(Dataset<Row> labels) {
    return labels
        .groupBy("case_id", "system", "repeat", "dimension")
        .agg(avg(col("label").cast("double")).as("share"))
        .where(col("share").notEqual(.5))
        .withColumn("label", expr("IF(share > 0.5, 1, 0)"))
        .drop("share");
  }

  /**
   * The same of levels: {@code label} is the level's place; where several are given most often, or
   * are likeliest, there is no row.
   *
   * @param levels how many a dimension has
   */
  static Dataset<Row> ofLevels(
      Dataset<Row> labels, String method, HashMap<String, Integer> levels) {
    return method.equals("dawid_skene") ? dawidSkene(labels, levels) : plurality(labels);
  }

  private static Dataset<Row> plurality(Dataset<Row> labels) {
    return labels
        .groupBy("case_id", "system", "repeat", "dimension", "label")
        .agg(count(lit(1)).as("votes"))
        .groupBy("case_id", "system", "repeat", "dimension")
        .agg(
            expr("max(votes)").as("most"), collect_list(struct(col("votes"), col("label"))).as("v"))
        .withColumn("v", expr("filter(v, one -> one.votes = most).label"))
        .where("size(v) = 1")
        .withColumn("label", expr("v[0]"))
        .drop("v", "most");
  }

  private static Dataset<Row> dawidSkene(Dataset<Row> labels, HashMap<String, Integer> levels) {
    return labels
        .groupBy("dimension")
        .agg(
            collect_list(
                    struct(
                        col("case_id"),
                        col("system"),
                        col("repeat"),
                        col("annotator"),
                        col("label")))
                .as("labels"))
        .flatMap(
            (FlatMapFunction<Row, Row>)
                row ->
                    consolidated(
                        row.getAs("dimension"),
                        RowValues.list(row, "labels"),
                        levels.getOrDefault(row.<String>getAs("dimension"), 2)),
            Encoders.row(SCHEMA));
  }

  private static Iterator<Row> consolidated(String dimension, List<Row> labels, int levels) {
    Map<String, Row> responses = new TreeMap<>();
    List<Rating> ratings = new ArrayList<>();
    for (Row label : labels) {
      String item =
          String.join(
              "\u0000",
              label.<String>getAs("case_id"),
              label.<String>getAs("system"),
              Integer.toString(label.getAs("repeat")));
      responses.put(item, label);
      ratings.add(
          new Rating(
              item,
              item,
              label.getAs("annotator"),
              Integer.parseInt(label.getAs("label").toString())));
    }
    List<Row> rows = new ArrayList<>();
    DawidSkene.posteriors(ratings, levels)
        .forEach(
            (item, posterior) -> {
              OptionalInt likeliest = likeliest(posterior);
              if (likeliest.isPresent()) {
                rows.add(
                    NamedRow.of(SCHEMA)
                        .copy(responses.get(item), "case_id", "system", "repeat")
                        .set("dimension", dimension)
                        .set("label", likeliest)
                        .build());
              }
            });
    return rows.iterator();
  }

  /** The level with the largest probability, to nine decimals; empty where several have it. */
  private static OptionalInt likeliest(double[] posterior) {
    double most = Rounding.toNano(Arrays.stream(posterior).max().orElseThrow());
    int[] best =
        IntStream.range(0, posterior.length)
            .filter(level -> Rounding.toNano(posterior[level]) == most)
            .toArray();
    return best.length == 1 ? OptionalInt.of(best[0]) : OptionalInt.empty();
  }
}
