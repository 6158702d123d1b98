package dev.assay.jobs;

/** Console progress of a long stage. */
final class Progress implements AutoCloseable {
  private final String label;
  private final long total;
  private long done;

  private Progress(String label, long total) {
    this.label = label;
    this.total = total;
  }

  static Progress of(String label, long total) {
    return new Progress(label, total);
  }

  synchronized void step(long rows) {
    done += rows;
    System.err.println(label + ": " + done + " of " + total);
  }

  @Override
  public void close() {}
}
