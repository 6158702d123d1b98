package dev.assay.reduction;

/**
 * The nearest neighbours of some points, nearest first, equals by their number.
 *
 * @param index numbers of the neighbours, a row for each point
 * @param distance 1 − cosine, not below 0, likewise
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Neighbours(int[][] index, float[][] distance) {

  /** Points that have neighbours. */
  public int size() {
    return index.length;
  }
}
