package dev.assay.reduction;

/** Inner products of vectors with stored ones, all of one length. */
public interface Products extends AutoCloseable {

  /** How many vectors are stored. */
  int size();

  /** Vectors that are taken together, at most. */
  int queries();

  /**
   * How far a product is from the exact one, at most, for vectors of length 1: Higham's bound for
   * sums of floats in any order.
   */
  double error();

  /**
   * Puts the products of the first {@code n} of {@code queries} with all stored vectors into {@code
   * products}, row by row: it has room for {@link #queries} times {@link #size}.
   */
  void of(float[][] queries, int n, float[] products);

  @Override
  void close();
}
