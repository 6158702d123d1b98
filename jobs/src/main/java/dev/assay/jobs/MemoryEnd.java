package dev.assay.jobs;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Memory that did not suffice: whose it was, and which setting gives more. */
enum MemoryEnd {
  DRIVER(
      "The driver's heap is full",
      "Give it more: ASSAY_DRIVER_MEMORY=%s, or --driver-memory %s after --"),
  EXECUTOR(
      "An executor's heap is full",
      "Give each more than spark.executor.memory gives it now: --executor-memory after --; or"
          + " fewer tasks at a time: --executor-cores"),
  BESIDE(
      "An executor was killed, as the system does with what takes more memory than it may",
      "Give each more beside its heap: --conf spark.executor.memoryOverhead=2g after --"),
  RESULTS(
      "What tasks sent the driver is more than it may take",
      "Let it take more: --conf spark.driver.maxResultSize=4g after --, and as much more"
          + " --driver-memory");

  private static final int MOST_CAUSES = 50;

  /** What Spark's executors end with after an OutOfMemoryError. */
  private static final Pattern HEAP =
      Pattern.compile("(?:exited with code|exit status:|exit code:?) 52\\b|outofmemoryerror");

  /** Memory beside the heap, and threads: with more heap there would be less of both. */
  private static final Pattern BESIDE_HEAP =
      Pattern.compile("metaspace|compressed class space|native thread|direct buffer memory");

  /** SIGKILL, and how YARN and Kubernetes say why. */
  private static final Pattern KILLED =
      Pattern.compile(
          "(?:exited with code|exit status:|exit code:?) 137\\b|oomkilled"
              + "|exceeding (?:physical )?memory limits|running beyond physical memory limits");

  private static final Pattern BROADCAST = Pattern.compile("not enough memory to build and broad");
  private static final Pattern LARGE =
      Pattern.compile("is bigger than (?:local )?(?:spark\\.driver\\.)?maxresultsize");

  private final String what;
  private final String remedy;

  MemoryEnd(String what, String remedy) {
    this.what = what;
    this.remedy = remedy;
  }

  /** One line for people, where the failure or a cause tells of memory. */
  static Optional<String> told(Throwable failure) {
    return of(failure).map(end -> end.line(Runtime.getRuntime().maxMemory()));
  }

  /**
   * Whose memory it was. The outermost says it: what failed in an executor has the same causes as
   * what failed in the driver.
   */
  static Optional<MemoryEnd> of(Throwable failure) {
    Throwable next = failure;
    for (int depth = 0; next != null && depth < MOST_CAUSES; depth++) {
      String message = String.valueOf(next.getMessage()).toLowerCase(Locale.ROOT);
      if (BESIDE_HEAP.matcher(message).find()) {
        return Optional.empty();
      }
      Optional<MemoryEnd> end =
          next instanceof OutOfMemoryError ? Optional.of(DRIVER) : said(message);
      if (end.isPresent()) {
        return end;
      }
      next = next.getCause();
    }
    return Optional.empty();
  }

  private static Optional<MemoryEnd> said(String message) {
    if (HEAP.matcher(message).find()) {
      boolean there = message.contains("executor") && !message.contains("executor driver)");
      return Optional.of(there ? EXECUTOR : DRIVER);
    }
    if (KILLED.matcher(message).find()) {
      return Optional.of(BESIDE);
    }
    if (LARGE.matcher(message).find()) {
      return Optional.of(RESULTS);
    }
    return BROADCAST.matcher(message).find() ? Optional.of(DRIVER) : Optional.empty();
  }

  /**
   * @param heap of this JVM, the driver, in bytes
   */
  String line(long heap) {
    String more = Math.max(2, Math.round(2 * heap / (double) (1L << 30))) + "g";
    String size = this == DRIVER ? String.format(Locale.ROOT, " (%d MB)", heap / 1_000_000) : "";
    return what
        + size
        + ". "
        + remedy.replace("%s", more)
        + ". Nothing that was stored is lost; the same command goes on where it was.";
  }
}
