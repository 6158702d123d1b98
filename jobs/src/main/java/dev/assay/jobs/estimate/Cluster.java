package dev.assay.jobs.estimate;

/**
 * What computes.
 *
 * @param executors how many; 1 in local mode
 * @param cores of each
 */
public record Cluster(long executors, int cores) {
  /** This machine, in local mode. */
  public static Cluster here() {
    return new Cluster(1, Runtime.getRuntime().availableProcessors());
  }

  long all() {
    return executors * cores;
  }
}
