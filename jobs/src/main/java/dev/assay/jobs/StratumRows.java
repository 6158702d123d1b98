package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.udf;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/** Puts every chunk into its stratum. */
final class StratumRows {
  private static final StructType PLACE =
      StructType.fromDDL("centre INT, distance DOUBLE, x DOUBLE, y DOUBLE");

  private StratumRows() {}

  /**
   * {@code rows} (chunk_id, vector, …) with stratum_id, distance, x and y. Strata are numbered from
   * 0, the largest first, equals by their smallest chunk_id, so that numbers do not depend on how
   * the fit numbered its centres.
   */
  static Dataset<Row> of(Dataset<Row> rows, Clustering clustering) {
    UserDefinedFunction place =
        udf(
            (UDF1<Seq<Float>, Row>)
                vector -> row(clustering.place(JavaConverters.seqAsJavaList(vector))),
            PLACE);
    Dataset<Row> placed =
        rows.withColumn("__place", place.apply(col("vector")))
            .drop("vector")
            .select(col("*"), col("__place.*"))
            .drop("__place")
            .localCheckpoint();
    List<Row> order =
        placed
            .groupBy("centre")
            .agg(count(lit(1)).as("size"), min("chunk_id").as("first"))
            .orderBy(col("size").desc(), col("first"))
            .collectAsList();
    Map<Integer, Integer> numbers = new HashMap<>();
    for (int i = 0; i < order.size(); i++) {
      numbers.put(order.get(i).getInt(0), i);
    }
    UserDefinedFunction number = udf((UDF1<Integer, Integer>) numbers::get, DataTypes.IntegerType);
    return placed.withColumn("stratum_id", number.apply(col("centre"))).drop("centre");
  }

  private static Row row(Clustering.Place place) {
    return RowFactory.create(place.centre(), place.distance(), place.x(), place.y());
  }
}
