package dev.assay.jobs;

import dev.assay.model.onnx.Inferences;

/** The end of the launcher's process. */
final class Ending {
  /** A batch of texts takes less. */
  private static final long MOST_MILLIS = 5000;

  private Ending() {}

  /**
   * Ends the JVM with {@code code}. Its hooks run: the store is given back, temporary files go.
   * They do not run where a network computes for longer than {@value #MOST_MILLIS} ms, since its
   * runtime's own hook would crash the process.
   */
  static void exit(int code) {
    if (!Inferences.stop(MOST_MILLIS)) {
      Runtime.getRuntime().halt(code);
    }
    System.exit(code);
  }
}
