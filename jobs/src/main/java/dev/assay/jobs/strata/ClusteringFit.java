package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Seeds;
import dev.assay.clustering.Anchors;
import dev.assay.clustering.Clusterer;
import dev.assay.clustering.Dbscan;
import dev.assay.clustering.Hdbscan;
import dev.assay.clustering.Stability;
import dev.assay.config.StratifyConfig;
import dev.assay.reduction.PrincipalComponents;
import dev.assay.reduction.Umap;
import dev.assay.reduction.Units;
import dev.assay.spark.Batches;
import dev.assay.spark.Tasks;
import dev.assay.stats.Silhouette;
import dev.assay.tables.Concurrently;
import dev.assay.tables.FloatRows;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Fits the reduction, the clusters and the map on a sample that is sorted by key and in the driver,
 * so that neither the partitions of the input nor the number of cores change the result.
 */
record ClusteringFit(StratifyConfig config, long seed) {
  /** Points that silhouette and stability are taken of, at most: both are quadratic or repeated. */
  private static final int JUDGED = 2000;

  /** Standard deviations by which more rows than wanted are expected below the bound. */
  private static final double SPREADS = 10;

  /** Six hundred texts of a stratum and more, where there are few strata. */
  private static final int WORDS_OF = 10_000;

  /** Rows of a partition that are made ready to be brought to the driver at once. */
  private static final int BATCH = 256;

  private static final StructType UNIT = StructType.fromDDL("chunk_id STRING, unit BINARY");

  /** Fits on at most {@code stratify.fit-size} of {@code rows} (chunk_id, vector), by hash. */
  Fit fit(Dataset<Row> rows) {
    return fit(rows.sparkSession(), units(chosen(rows, config.fitSize())));
  }

  /**
   * The same of chunks whose vectors are elsewhere, once for each text.
   *
   * @param chunks chunk_id, text_hash
   * @param vectors text_hash, vector
   */
  Fit fit(Dataset<Row> chunks, Dataset<Row> vectors) {
    return fit(
        chunks.sparkSession(),
        units(vectors.join(broadcast(chosen(chunks, config.fitSize())), "text_hash")));
  }

  /** Vectors of length 1, in the order of the chunks' keys. */
  private static List<float[]> units(Dataset<Row> rows) {
    FloatRows.Work units =
        chunks ->
            new Batches<>(chunks, BATCH, some -> some.stream().map(ClusteringFit::unit).toList());
    return FloatRows.map(rows.select("chunk_id", "vector"), units, UNIT).collectAsList().stream()
        .sorted(Comparator.comparing(row -> row.<String>getAs("chunk_id")))
        .map(row -> floats(row.getAs("unit")))
        .toList();
  }

  private static Row unit(Row chunk) {
    float[] unit = Units.of(RowValues.floats(chunk, "vector"));
    ByteBuffer bytes = ByteBuffer.allocate(unit.length * Float.BYTES);
    bytes.asFloatBuffer().put(unit);
    return NamedRow.of(UNIT).copy(chunk, "chunk_id").set("unit", bytes.array()).build();
  }

  private static float[] floats(byte[] bytes) {
    float[] unit = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).asFloatBuffer().get(unit);
    return unit;
  }

  private Fit fit(SparkSession spark, List<float[]> units) {
    Space space = space(units);
    double[][] points = space.all(units.toArray(float[][]::new));
    double[][] judged =
        IntStream.range(0, points.length)
            .boxed()
            .sorted(Comparator.comparing(i -> Seeds.uniform(seed, "judged", "" + i)))
            .limit(JUDGED)
            .sorted()
            .map(i -> points[i])
            .toArray(double[][]::new);
    // Most of the map is laid out by one thread.
    Space[] map = new Space[1];
    Found[] found = new Found[1];
    Concurrently.run(
        spark,
        List.of(() -> map[0] = map(space, units), () -> found[0] = found(spark, points, judged)));
    Anchors anchors = found[0].anchors();
    int[] labels = anchors.labels(points);
    Clustering clustering =
        new Clustering(space, anchors, centres(points, labels), map[0], Familiar.of(units, labels));
    int[] judgedLabels = anchors.labels(judged);
    return new Fit(
        clustering,
        silhouette(judged, judgedLabels),
        new Stability(config.replicates(), seed).of(judged, judgedLabels, found[0].again()),
        (double) Arrays.stream(labels).filter(label -> label < 0).count() / labels.length);
  }

  /**
   * Clusters of the points.
   *
   * @param again the same method, for a resample
   */
  private record Found(Anchors anchors, Clusterer again) {}

  private Found found(SparkSession spark, double[][] points, double[][] judged) {
    if (points[0].length == 0) {
      return new Found(equal(points.length), (p, s) -> equal(points.length));
    }
    if (density()) {
      Clusterer clusterer = densityClusterer();
      return new Found(clusterer.fit(points, seed), clusterer);
    }
    CentroidFit centroids = new CentroidFit(config, seed);
    Anchors anchors = centroids.fit(spark, points, judged);
    return new Found(anchors, centroids.resampled(anchors.clusters()));
  }

  /** What a fit sees: at most {@code most} of {@code rows} (chunk_id, …), chosen by hash. */
  Dataset<Row> chosen(Dataset<Row> rows, int most) {
    long all = rows.count();
    if (all <= most) {
      return rows;
    }
    long run = seed;
    // Rows beyond are none of the smallest but once in 1e23 fits, which then see fewer rows; to
    // sort only those below spares bringing all rows to one task.
    double bound = (most + SPREADS * Math.sqrt(most)) / all;
    UserDefinedFunction draw =
        udf(
            (UDF1<String, Double>) id -> Seeds.uniform(run, "stratify-fit", id),
            DataTypes.DoubleType);
    return rows.withColumn("__draw", draw.apply(col("chunk_id")))
        .where(col("__draw").leq(bound))
        .orderBy("__draw", "chunk_id")
        .limit(most)
        .drop("__draw");
  }

  /**
   * What the topics' words are taken from: at most {@value #WORDS_OF} of the chunks, by hash, as
   * chunk_id, text, stratum_id, shared out among tasks.
   *
   * @param texts chunk_id, text
   * @param placed chunk_id, stratum_id
   */
  Dataset<Row> texts(Dataset<Row> texts, Dataset<Row> placed) {
    int most = Math.min(WORDS_OF, config.fitSize());
    return chosen(placed.select("chunk_id", "stratum_id"), most)
        .join(texts.select("chunk_id", "text"), "chunk_id")
        .repartition(Tasks.ofTexts(Math.min(placed.count(), most)), col("chunk_id"));
  }

  private Space space(List<float[]> units) {
    if (config.reduction().equals("umap")) {
      return new Space.Layout(umap(config.dimensions()).fit(units, seed));
    }
    PrincipalComponents found = PrincipalComponents.of(units, config.dimensions());
    return new Reduction(found.mean(), found.components());
  }

  private Space map(Space space, List<float[]> units) {
    if (space instanceof Space.Layout && config.dimensions() == 2) {
      return space;
    }
    List<float[]> some = new ArrayList<>();
    int every = (units.size() + config.mapSize() - 1) / config.mapSize();
    for (int i = 0; i < units.size(); i += every) {
      some.add(units.get(i));
    }
    return new Space.Layout(umap(2).fit(some, seed));
  }

  private Umap umap(int dimensions) {
    return new Umap(dimensions, config.umap().neighbours(), config.umap().minDistance());
  }

  private boolean density() {
    return config.clustering().endsWith("dbscan");
  }

  private Clusterer densityClusterer() {
    return config.clustering().equals("dbscan")
        ? new Dbscan(config.minPoints(), config.eps())
        : new Hdbscan(config.minClusterSize(), config.minPoints());
  }

  /** Without a direction all chunks are equal: one cluster, or noise where they are too few. */
  private Anchors equal(int n) {
    int least = config.clustering().equals("dbscan") ? config.minPoints() : config.minClusterSize();
    return density() && n < least
        ? new Anchors(new double[1][0], new int[] {-1}, new double[1])
        : Anchors.centres(new double[1][0]);
  }

  private static double[][] centres(double[][] points, int[] labels) {
    int clusters = Arrays.stream(labels).max().orElse(-1) + 1;
    double[][] centres = new double[clusters][points[0].length];
    int[] sizes = new int[clusters];
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] >= 0) {
        sizes[labels[i]]++;
        for (int d = 0; d < points[i].length; d++) {
          centres[labels[i]][d] += points[i][d];
        }
      }
    }
    for (int c = 0; c < clusters; c++) {
      for (int d = 0; d < centres[c].length; d++) {
        centres[c][d] /= Math.max(1, sizes[c]);
      }
    }
    return centres;
  }

  private static OptionalDouble silhouette(double[][] points, int[] labels) {
    int[] placed = IntStream.range(0, labels.length).filter(i -> labels[i] >= 0).toArray();
    return Silhouette.euclidean(
        Arrays.stream(placed).mapToObj(i -> points[i]).toArray(double[][]::new),
        Arrays.stream(placed).map(i -> labels[i]).toArray());
  }
}
