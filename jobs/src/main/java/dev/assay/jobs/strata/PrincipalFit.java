package dev.assay.jobs.strata;

import static org.apache.spark.ml.functions.array_to_vector;
import static org.apache.spark.sql.functions.col;

import java.util.Arrays;
import org.apache.spark.ml.feature.PCA;
import org.apache.spark.ml.feature.PCAModel;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.stat.Summarizer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Fits principal components by Spark ML. */
final class PrincipalFit {
  /** A component that explains a smaller share of the variance is rounding. */
  private static final double NO_VARIANCE = 1e-9;

  private PrincipalFit() {}

  /**
   * At most {@code dimensions} components of the column {@code unit} of {@code n} rows in one
   * partition; none where all rows are equal.
   */
  static Reduction of(Dataset<Row> sample, int n, int dimensions) {
    Dataset<Row> vectors = sample.select(array_to_vector(col("unit")).as("v"));
    Row summary = vectors.select(Summarizer.mean(col("v")).as("mean")).head();
    double[] mean = summary.<Vector>getAs("mean").toArray();
    int most = Math.min(dimensions, Math.min(n - 1, mean.length));
    if (most < 1) {
      return new Reduction(mean, new double[0][]);
    }
    PCAModel pca = new PCA().setInputCol("v").setOutputCol("p").setK(most).fit(vectors);
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
}
