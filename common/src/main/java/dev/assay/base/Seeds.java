package dev.assay.base;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The only source of randomness: a number that depends on the run's seed, what it is for, and which
 * thing it is about, and on nothing else. So neither partitioning nor a retry changes a result, and
 * adding a thing leaves every other thing's number as it was (permanent random numbers).
 */
public final class Seeds {

  private Seeds() {}

  /**
   * A seed: the first eight bytes of the SHA-256 of the three parts.
   *
   * @param runSeed the run's configured seed
   * @param purpose what the number decides, such as {@code split} or {@code sample}
   * @param id what it is about, such as a group or a chunk; empty when there is only one
   */
  public static long of(long runSeed, String purpose, String id) {
    return ByteBuffer.wrap(Hashes.digest(Long.toString(runSeed), purpose, id)).getLong();
  }

  /** The permanent random number of {@code id}, uniform in [0, 1) in steps of 2⁻⁵³. */
  public static double uniform(long runSeed, String purpose, String id) {
    return (of(runSeed, purpose, id) >>> 11) * 0x1.0p-53;
  }

  /**
   * Distinct ids by their numbers, each of which is computed once; any order of them gives the
   * same.
   */
  public static List<String> shuffled(Collection<String> ids, long runSeed, String purpose) {
    return new TreeSet<>(ids)
        .stream()
            .map(id -> new Numbered(of(runSeed, purpose, id), id))
            .sorted(Comparator.comparingLong(Numbered::number))
            .map(Numbered::id)
            .toList();
  }

  private record Numbered(long number, String id) {}

  /** A generator that starts at {@link #of}: for more than one number about the same thing. */
  public static SplittableRandom random(long runSeed, String purpose, String id) {
    return new SplittableRandom(of(runSeed, purpose, id));
  }
}
