package dev.assay.jobs;

import static org.apache.spark.ml.functions.array_to_vector;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.assay.config.StratifyConfig;
import dev.assay.stats.Seeds;
import dev.assay.tables.Concurrently;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.ml.clustering.KMeans;
import org.apache.spark.ml.clustering.KMeansModel;
import org.apache.spark.ml.evaluation.ClusteringEvaluator;
import org.apache.spark.ml.feature.PCA;
import org.apache.spark.ml.feature.PCAModel;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.stat.Summarizer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * Fits PCA and k-means by Spark ML. Both see one partition sorted by key, so that neither the
 * partitions of the input nor the number of cores change the result. k is the one in [min-k, max-k]
 * with the best silhouette, the smaller of equals; of several starts the one with the least sum of
 * squares counts. Fewer rows than min-k make as many strata as there are rows.
 */
record ClusteringFit(StratifyConfig config, long seed) {
  private static final int STARTS = 3;

  /** A component that explains a smaller share of the variance is rounding. */
  private static final double NO_VARIANCE = 1e-9;

  /** Fits on at most {@code stratify.fit-size} of {@code rows} (chunk_id, vector), by hash. */
  Clustering fit(Dataset<Row> rows) {
    Dataset<Row> sample = sample(rows).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      int n = (int) sample.count();
      Reduction reduction = reduction(sample, n);
      if (reduction.components().length == 0) {
        return new Clustering(reduction, new double[1][0]);
      }
      return new Clustering(reduction, centres(reduced(sample, reduction), n));
    } finally {
      sample.unpersist();
    }
  }

  /** The sample that fits see: chosen by hash, sorted by key, in one partition. */
  Dataset<Row> sample(Dataset<Row> rows) {
    Dataset<Row> chosen = rows;
    if (rows.count() > config.fitSize()) {
      long run = seed;
      UserDefinedFunction draw =
          udf(
              (UDF1<String, Double>) id -> Seeds.uniform(run, "stratify-fit", id),
              DataTypes.DoubleType);
      chosen =
          rows.withColumn("__draw", draw.apply(col("chunk_id")))
              .orderBy("__draw", "chunk_id")
              .limit(config.fitSize())
              .drop("__draw");
    }
    return chosen.repartition(1).sortWithinPartitions("chunk_id");
  }

  private Reduction reduction(Dataset<Row> sample, int n) {
    Dataset<Row> vectors = sample.select(array_to_vector(col("vector")).as("v"));
    double[] mean = ((Vector) vectors.select(Summarizer.mean(col("v"))).head().get(0)).toArray();
    int dimensions = Math.min(config.dimensions(), Math.min(n - 1, mean.length));
    if (dimensions < 1) {
      return new Reduction(mean, new double[0][]);
    }
    PCAModel pca = new PCA().setInputCol("v").setOutputCol("p").setK(dimensions).fit(vectors);
    double[] explained = pca.explainedVariance().toArray();
    int kept = (int) Arrays.stream(explained).filter(share -> share > NO_VARIANCE).count();
    DenseMatrix loadings = pca.pc();
    double[][] components = new double[kept][mean.length];
    for (int c = 0; c < kept; c++) {
      for (int i = 0; i < mean.length; i++) {
        components[c][i] = loadings.apply(i, c);
      }
    }
    return new Reduction(mean, components);
  }

  private static Dataset<Row> reduced(Dataset<Row> sample, Reduction reduction) {
    UserDefinedFunction reduce =
        udf(
            (UDF1<Seq<Float>, double[]>)
                vector -> reduction.apply(JavaConverters.seqAsJavaList(vector)),
            DataTypes.createArrayType(DataTypes.DoubleType, false));
    return sample.select(array_to_vector(reduce.apply(col("vector"))).as("features"));
  }

  private double[][] centres(Dataset<Row> points, int n) {
    Dataset<Row> cached = points.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      int most = Math.min(config.maxK(), n);
      int least = Math.min(config.minK(), most);
      KMeansModel model = bestK(cached, least, most);
      List<Supplier<KMeansModel>> starts = new ArrayList<>();
      for (int start = 1; start < STARTS && model.getK() > 1; start++) {
        int number = start;
        int k = model.getK();
        starts.add(() -> kMeans(cached, k, number));
      }
      for (KMeansModel other : Concurrently.all(points.sparkSession(), starts)) {
        if (cost(other) < cost(model)) {
          model = other;
        }
      }
      return Arrays.stream(model.clusterCenters()).map(Vector::toArray).toArray(double[][]::new);
    } finally {
      cached.unpersist();
    }
  }

  /** A fit of the k with the best silhouette. */
  private KMeansModel bestK(Dataset<Row> points, int from, int to) {
    if (from == to) {
      return kMeans(points, from, 0);
    }
    List<Supplier<Candidate>> fits = new ArrayList<>();
    for (int k = from; k <= to; k++) {
      int number = k;
      fits.add(
          () -> {
            KMeansModel model = kMeans(points, number, 0);
            return new Candidate(model, silhouette(model.transform(points)));
          });
    }
    Candidate best = null;
    for (Candidate candidate : Concurrently.all(points.sparkSession(), fits)) {
      if (best == null || candidate.silhouette() > best.silhouette()) {
        best = candidate;
      }
    }
    return best.model();
  }

  private record Candidate(KMeansModel model, double silhouette) {}

  /** Mean silhouette by squared Euclidean distance; −1 where all points are in one cluster. */
  private static double silhouette(Dataset<Row> clustered) {
    if (clustered.select("prediction").distinct().count() < 2) {
      return -1;
    }
    return Clustering.rounded(new ClusteringEvaluator().evaluate(clustered));
  }

  private KMeansModel kMeans(Dataset<Row> points, int k, int start) {
    return new KMeans()
        .setK(k)
        .setMaxIter(50)
        .setSeed(Seeds.of(seed, "stratify-kmeans", k + ":" + start))
        .fit(points);
  }

  private static double cost(KMeansModel model) {
    return Clustering.rounded(model.summary().trainingCost());
  }
}
