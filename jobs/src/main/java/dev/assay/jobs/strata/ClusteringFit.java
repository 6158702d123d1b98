package dev.assay.jobs.strata;

import static org.apache.spark.ml.functions.array_to_vector;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Seeds;
import dev.assay.clustering.Anchors;
import dev.assay.clustering.Clusterer;
import dev.assay.clustering.Dbscan;
import dev.assay.clustering.Hdbscan;
import dev.assay.clustering.Stability;
import dev.assay.config.StratifyConfig;
import dev.assay.reduction.Umap;
import dev.assay.reduction.Units;
import dev.assay.spark.Tasks;
import dev.assay.stats.Silhouette;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * Fits the reduction, the clusters and the map on a sample that is sorted by key and in one
 * partition, so that neither the partitions of the input nor the number of cores change the result.
 */
record ClusteringFit(StratifyConfig config, long seed) {
  /** Points that silhouette and stability are taken of, at most: both are quadratic or repeated. */
  private static final int JUDGED = 2000;

  /** Standard deviations by which more rows than wanted are expected below the bound. */
  private static final double SPREADS = 10;

  /** A thousand texts of a stratum and more, where there are few strata. */
  private static final int WORDS_OF = 20_000;

  /** Fits on at most {@code stratify.fit-size} of {@code rows} (chunk_id, vector), by hash. */
  Fit fit(Dataset<Row> rows) {
    UserDefinedFunction unit =
        udf(
            (UDF1<Seq<Float>, float[]>) vector -> Units.of(JavaConverters.seqAsJavaList(vector)),
            DataTypes.createArrayType(DataTypes.FloatType, false));
    Dataset<Row> sample =
        sample(rows, config.fitSize())
            .select(unit.apply(col("vector")).as("unit"))
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      List<float[]> units = new ArrayList<>();
      for (Row row : sample.collectAsList()) {
        units.add(RowValues.floats(row, "unit"));
      }
      return fit(sample, units);
    } finally {
      sample.unpersist();
    }
  }

  private Fit fit(Dataset<Row> sample, List<float[]> units) {
    Space space = space(sample, units);
    double[][] points = units.stream().map(space::apply).toArray(double[][]::new);
    double[][] judged =
        IntStream.range(0, points.length)
            .boxed()
            .sorted(java.util.Comparator.comparing(i -> Seeds.uniform(seed, "judged", "" + i)))
            .limit(JUDGED)
            .sorted()
            .map(i -> points[i])
            .toArray(double[][]::new);
    Anchors anchors;
    Clusterer again;
    if (points[0].length == 0) {
      anchors = equal(points.length);
      again = (p, s) -> equal(points.length);
    } else if (density()) {
      again = densityClusterer();
      anchors = again.fit(points, seed);
    } else {
      CentroidFit centroids = new CentroidFit(config, seed);
      anchors = centroids.fit(features(sample, space), points, judged);
      again = centroids.resampled(anchors.clusters());
    }
    int[] labels = anchors.labels(points);
    Clustering clustering =
        new Clustering(
            space, anchors, centres(points, labels), map(space, units), Familiar.of(units, labels));
    int[] found = anchors.labels(judged);
    return new Fit(
        clustering,
        silhouette(judged, found),
        new Stability(config.replicates(), seed).of(judged, found, again),
        (double) Arrays.stream(labels).filter(label -> label < 0).count() / labels.length);
  }

  /** The sample that fits see: at most {@code most}, chosen by hash, by key, in one partition. */
  Dataset<Row> sample(Dataset<Row> rows, int most) {
    Dataset<Row> chosen = rows;
    long all = rows.count();
    if (all > most) {
      long run = seed;
      // Rows beyond are none of the smallest but once in 1e23 fits, which then see fewer rows; to
      // sort only those below spares bringing all rows to one task.
      double bound = (most + SPREADS * Math.sqrt(most)) / all;
      UserDefinedFunction draw =
          udf(
              (UDF1<String, Double>) id -> Seeds.uniform(run, "stratify-fit", id),
              DataTypes.DoubleType);
      chosen =
          rows.withColumn("__draw", draw.apply(col("chunk_id")))
              .where(col("__draw").leq(bound))
              .orderBy("__draw", "chunk_id")
              .limit(most)
              .drop("__draw");
    }
    return chosen.repartition(1).sortWithinPartitions("chunk_id");
  }

  /**
   * What the topics' words are taken from: at most {@value #WORDS_OF} of {@code rows} (chunk_id,
   * text), by hash, as chunk_id, text, stratum_id, shared out among tasks.
   *
   * @param placed chunk_id, stratum_id
   */
  Dataset<Row> texts(Dataset<Row> rows, Dataset<Row> placed) {
    int most = Math.min(WORDS_OF, config.fitSize());
    return sample(rows.select("chunk_id", "text"), most)
        .join(placed.select("chunk_id", "stratum_id"), "chunk_id")
        .repartition(Tasks.ofTexts(Math.min(rows.count(), most)), col("chunk_id"));
  }

  private Space space(Dataset<Row> sample, List<float[]> units) {
    return config.reduction().equals("umap")
        ? new Space.Layout(umap(config.dimensions()).fit(units, seed))
        : PrincipalFit.of(sample, units.size(), config.dimensions());
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

  private static Dataset<Row> features(Dataset<Row> sample, Space space) {
    UserDefinedFunction reduce =
        udf(
            (UDF1<Seq<Float>, double[]>)
                unit -> space.apply(RowValues.floats(JavaConverters.seqAsJavaList(unit))),
            DataTypes.createArrayType(DataTypes.DoubleType, false));
    return sample.select(array_to_vector(reduce.apply(col("unit"))).as("features"));
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
