package dev.assay.reduction;

import java.util.List;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;

/**
 * Principal components (Jolliffe 2002, section 1.1): the directions in which vectors differ most,
 * eigenvectors of their covariance, which Commons Math finds.
 *
 * @param mean of the vectors
 * @param components unit vectors, the one with the most variance first; there may be none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PrincipalComponents(double[] mean, double[][] components) {
  /** A component that explains a smaller share of the variance is rounding. */
  private static final double NO_SHARE = 1e-9;

  /** So is all variance below, of vectors of floats of length 1. */
  private static final double NO_VARIANCE = 1e-12;

  /**
   * At most {@code most} components of {@code vectors}, of which there is at least one, and fewer
   * than there are vectors; none where all are equal.
   */
  public static PrincipalComponents of(List<float[]> vectors, int most) {
    double[] mean = Moments.mean(vectors);
    double[][] sums = Moments.of(vectors, mean).sums();
    double variance = 0;
    for (int d = 0; d < mean.length; d++) {
      variance += sums[d][d] / vectors.size();
    }
    if (variance < NO_VARIANCE) {
      return new PrincipalComponents(mean, new double[0][]);
    }
    EigenDecomposition eigen = new EigenDecomposition(new Array2DRowRealMatrix(sums, false));
    double[] values = eigen.getRealEigenvalues();
    int found = 0;
    int largest = Math.min(most, Math.min(vectors.size() - 1, mean.length));
    while (found < largest && values[found] / vectors.size() > NO_SHARE * variance) {
      found++;
    }
    double[][] components = new double[found][];
    for (int c = 0; c < found; c++) {
      components[c] = eigen.getEigenvector(c).toArray();
    }
    return new PrincipalComponents(mean, components);
  }
}
