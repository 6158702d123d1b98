package dev.assay.reduction;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.linear.EigenDecomposition;

/**
 * Eigenvectors of a symmetric operator with the largest eigenvalues, by the Lanczos method with
 * full reorthogonalisation (Golub and Van Loan 2013, section 10.3). Good enough as a starting
 * layout: one Krylov space, no restart.
 */
final class Lanczos {
  private static final int STEPS = 120;
  private static final double NOTHING = 1e-10;

  private Lanczos() {}

  /**
   * Unit eigenvectors, the one with the largest eigenvalue first; fewer than {@code count} where
   * the operator is used up before.
   *
   * @param without unit vectors that the result must be orthogonal to
   */
  static List<double[]> largest(
      int size,
      UnaryOperator<double[]> operator,
      int count,
      List<double[]> without,
      SplittableRandom random) {
    List<double[]> basis = new ArrayList<>();
    List<Double> diagonal = new ArrayList<>();
    List<Double> beside = new ArrayList<>();
    double[] vector = random.doubles(size).map(u -> u - 0.5).toArray();
    double length = orthogonal(vector, without, basis);
    while (length > NOTHING && basis.size() < Math.min(size - without.size(), STEPS)) {
      if (!basis.isEmpty()) {
        beside.add(length);
      }
      scale(vector, 1 / length);
      basis.add(vector);
      double[] next = operator.apply(vector);
      diagonal.add(product(next, vector));
      length = orthogonal(next, without, basis);
      vector = next;
    }
    if (basis.isEmpty()) {
      return List.of();
    }
    EigenDecomposition small = new EigenDecomposition(array(diagonal), array(beside));
    List<double[]> found = new ArrayList<>();
    for (int e = 0; e < Math.min(count, basis.size()); e++) {
      double[] eigenvector = new double[size];
      for (int b = 0; b < basis.size(); b++) {
        add(eigenvector, small.getEigenvector(e).getEntry(b), basis.get(b));
      }
      found.add(eigenvector);
    }
    return found;
  }

  /** Takes the others out of {@code vector}, twice against rounding; its length then. */
  private static double orthogonal(double[] vector, List<double[]> a, List<double[]> b) {
    for (int pass = 0; pass < 2; pass++) {
      for (double[] other : a) {
        add(vector, -product(vector, other), other);
      }
      for (double[] other : b) {
        add(vector, -product(vector, other), other);
      }
    }
    return Math.sqrt(product(vector, vector));
  }

  private static void add(double[] to, double factor, double[] vector) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * vector[i];
    }
  }

  private static void scale(double[] vector, double factor) {
    for (int i = 0; i < vector.length; i++) {
      vector[i] *= factor;
    }
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(value -> value).toArray();
  }
}
