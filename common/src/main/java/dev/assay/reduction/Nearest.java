package dev.assay.reduction;

import java.util.Arrays;

/** Keeps the {@code k} smallest distances of those offered in the order of their numbers. */
final class Nearest {
  private final int[] index;
  private final float[] distance;
  private int size;

  Nearest(int k) {
    index = new int[k];
    distance = new float[k];
  }

  /** Of equal distances the one that was offered first comes first. */
  void offer(int point, float far) {
    if (size == index.length && (size == 0 || far >= distance[size - 1])) {
      return;
    }
    int at = size < index.length ? size++ : size - 1;
    while (at > 0 && distance[at - 1] > far) {
      index[at] = index[at - 1];
      distance[at] = distance[at - 1];
      at--;
    }
    index[at] = point;
    distance[at] = far;
  }

  int[] index() {
    return Arrays.copyOf(index, size);
  }

  float[] distance() {
    return Arrays.copyOf(distance, size);
  }
}
