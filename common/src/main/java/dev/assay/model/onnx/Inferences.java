package dev.assay.model.onnx;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * The runs of networks that are under way in this JVM. When a JVM ends, ONNX Runtime gives its
 * memory back while tasks may still compute in it, which ends the process by a crash and with the
 * crash's exit code: who ends a JVM in order stops them before.
 */
public final class Inferences {
  private static final ReentrantReadWriteLock UNDER_WAY = new ReentrantReadWriteLock();

  private static final LongAdder NANOS = new LongAdder();

  private static final LongAdder BESIDE = new LongAdder();

  private static final LongAdder RUNS = new LongAdder();

  private Inferences() {}

  /** Time inside networks since this JVM began, summed over threads, in nanoseconds. */
  public static long nanos() {
    return NANOS.sum();
  }

  /**
   * Time in what belongs to models beside their networks since this JVM began, as {@link #nanos}:
   * tokenizers, and products of tokens' vectors.
   */
  public static long besideNanos() {
    return BESIDE.sum();
  }

  /** Tells of such work that began at {@code start}, as {@link System#nanoTime} says. */
  static void beside(long start) {
    BESIDE.add(System.nanoTime() - start);
  }

  /** How often networks were run since this JVM began; a batch is one run. */
  public static long runs() {
    return RUNS.sum();
  }

  /** Runs a network, or waits for the end of the JVM where that has begun. */
  static <T> T run(Supplier<T> inference) {
    UNDER_WAY.readLock().lock();
    RUNS.increment();
    long start = System.nanoTime();
    try {
      return inference.get();
    } finally {
      NANOS.add(System.nanoTime() - start);
      UNDER_WAY.readLock().unlock();
    }
  }

  /**
   * Lets no run begin any more, and waits for those under way. It cannot be taken back.
   *
   * @param mostMillis how long it waits
   * @return whether none is under way
   */
  public static boolean stop(long mostMillis) {
    try {
      return UNDER_WAY.writeLock().tryLock(mostMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
