package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Seeds;
import dev.assay.clustering.Renaming;
import dev.assay.reduction.Units;
import dev.assay.spark.Batches;
import dev.assay.spark.Kept;
import dev.assay.tables.FloatRows;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.reflect.ClassTag$;

/** Puts every chunk into its stratum. */
final class StratumRows {
  private static final StructType PLACE =
      StructType.fromDDL("chunk_id STRING, label INT, distance DOUBLE, x DOUBLE, y DOUBLE");

  /** Chunks that are placed together. */
  private static final int BATCH = 256;

  private StratumRows() {}

  /** Which chunks get a place on the map. */
  interface Drawn extends Serializable {
    boolean test(String chunkId);

    /** Whether all of them do. */
    default boolean all() {
      return false;
    }

    /** About {@code points} of {@code chunks}, by permanent random numbers. */
    static Drawn of(long seed, long points, long chunks) {
      double share = (double) points / Math.max(1, chunks);
      return share >= 1 ? new Every() : id -> Seeds.uniform(seed, "map", id) < share;
    }
  }

  /** All chunks. */
  record Every() implements Drawn {
    @Override
    public boolean test(String chunkId) {
      return true;
    }

    @Override
    public boolean all() {
      return true;
    }
  }

  /** {@code rows} (chunk_id, vector) as chunk_id, label, distance, x, y; computed once. */
  static Dataset<Row> placed(Dataset<Row> rows, Clustering clustering, Drawn drawn) {
    return places(rows, clustering, drawn).transform(Kept::cut);
  }

  /** The same, computed where it is asked for. */
  static Dataset<Row> places(Dataset<Row> rows, Clustering clustering, Drawn drawn) {
    Broadcast<Clustering> shared =
        rows.sparkSession()
            .sparkContext()
            .broadcast(clustering, ClassTag$.MODULE$.apply(Clustering.class));
    return FloatRows.map(
        rows.select("chunk_id", "vector"),
        chunks -> new Batches<>(chunks, BATCH, batch -> places(batch, shared.value(), drawn)),
        PLACE);
  }

  private static List<Row> places(List<Row> chunks, Clustering clustering, Drawn drawn) {
    List<Clustering.Place> places =
        clustering.places(
            chunks.stream()
                .map(chunk -> Units.of(RowValues.floats(chunk, "vector")))
                .toArray(float[][]::new),
            i -> drawn.test(chunks.get(i).getAs("chunk_id")));
    return IntStream.range(0, places.size())
        .mapToObj(i -> row(chunks.get(i), places.get(i)))
        .toList();
  }

  /**
   * The number of each label in {@code placed}: that of the stratum in {@code before} (chunk_id,
   * stratum_id) that it is matched with, or an unused one from {@code next} on, the largest first,
   * equals by their smallest chunk_id, so that numbers do not depend on how the fit numbered them.
   */
  static SortedMap<Integer, Integer> numbers(Dataset<Row> placed, Dataset<Row> before, int next) {
    SortedMap<Integer, Integer> bySize = new TreeMap<>();
    placed
        .where(col("label").geq(0))
        .groupBy("label")
        .agg(count(lit(1)).as("size"), min("chunk_id").as("first"))
        .orderBy(col("size").desc(), col("first"))
        .collectAsList()
        .forEach(row -> bySize.put(row.getAs("label"), bySize.size()));
    SortedMap<Integer, SortedMap<Integer, Long>> shared = new TreeMap<>();
    placed
        .where(col("label").geq(0))
        .join(before.where(col("stratum_id").geq(0)), "chunk_id")
        .groupBy("stratum_id", "label")
        .agg(count(lit(1)).as("n"))
        .collectAsList()
        .forEach(
            row ->
                shared
                    .computeIfAbsent(row.getAs("stratum_id"), old -> new TreeMap<>())
                    .put(bySize.get(row.<Integer>getAs("label")), row.getAs("n")));
    Map<Integer, Integer> names = Renaming.of(new TreeSet<>(bySize.values()), shared, next);
    SortedMap<Integer, Integer> numbers = new TreeMap<>();
    bySize.forEach((label, place) -> numbers.put(label, names.get(place)));
    return numbers;
  }

  /** {@code placed} with stratum_id for label; noise is −1. */
  static Dataset<Row> numbered(Dataset<Row> placed, SortedMap<Integer, Integer> numbers) {
    Map<Integer, Integer> names = new TreeMap<>(numbers);
    UserDefinedFunction number =
        udf((UDF1<Integer, Integer>) label -> names.getOrDefault(label, -1), DataTypes.IntegerType);
    return placed.withColumn("stratum_id", number.apply(col("label"))).drop("label");
  }

  private static Row row(Row chunk, Clustering.Place place) {
    return NamedRow.of(PLACE)
        .copy(chunk, "chunk_id")
        .set("label", place.label())
        .set("distance", place.distance())
        .set("x", place.x())
        .set("y", place.y())
        .build();
  }
}
