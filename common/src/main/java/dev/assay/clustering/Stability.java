package dev.assay.clustering;

import dev.assay.base.Seeds;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Whether the clusters would be found again in another sample: the mean adjusted Rand index, over
 * bootstrap resamples, between the clusters found in a resample and the given ones, on all points
 * (Hennig 2007 and Fang and Wang 2012, with the adjusted index). A point drawn twice counts once,
 * since copies would be taken for density.
 *
 * @param replicates resamples
 * @param seed of the draws
 */
public record Stability(int replicates, long seed) {

  /** At most 1; empty for fewer than two points. */
  public OptionalDouble of(double[][] points, int[] labels, Clusterer clusterer) {
    if (points.length < 2) {
      return OptionalDouble.empty();
    }
    return IntStream.range(0, replicates)
        .parallel()
        .mapToDouble(
            replicate -> {
              String id = Integer.toString(replicate);
              SplittableRandom random = Seeds.random(seed, "stability", id);
              double[][] drawn =
                  random
                      .ints(points.length, 0, points.length)
                      .sorted()
                      .distinct()
                      .mapToObj(i -> points[i])
                      .toArray(double[][]::new);
              Anchors found = clusterer.fit(drawn, random.nextLong());
              int[] again = Arrays.stream(points).mapToInt(found::label).toArray();
              return Agreement.adjustedRand(labels, again);
            })
        .average();
  }
}
