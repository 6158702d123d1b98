package dev.assay.bench;

import dev.assay.config.ConfigLoader;
import dev.assay.jobs.AskedCases;
import dev.assay.jobs.Commands;
import dev.assay.jobs.Counts;
import dev.assay.spark.SharedSpark;
import dev.assay.testing.ScriptedServer;
import dev.assay.testing.ScriptedServer.Faults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Rate of stage answer against a scripted server that takes 200 ms, with 64 calls allowed under
 * way: 320 a second at most. Server and Spark share the process, its two cores and its heap.
 */
public final class LlmBench {
  private static final int LATENCY = 200;
  private static final int IN_FLIGHT = 64;
  private static final double MOST = IN_FLIGHT * 1000.0 / LATENCY;
  private static final double TARGET = .95;

  private LlmBench() {}

  /**
   * Arguments: number of calls (6400); {@code faults} for a server that answers one call in ten
   * with an error, and some never, in half, or not as JSON.
   */
  public static void main(String[] arguments) throws Exception {
    int calls = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 6400;
    Path directory = Files.createTempDirectory("assay-bench-");
    boolean faults = arguments.length > 1 && arguments[1].equals("faults");
    try (ScriptedServer server = ScriptedServer.start().latency(LATENCY)) {
      if (faults) {
        server.faults(new Faults(.05, .05, .02, .02, .01));
      }
      ConfigLoader.Loaded loaded =
          ConfigLoader.defaults()
              .set("store.path=" + directory.resolve("store"))
              .set(
                  "llm.endpoints={e{kind=openai,model=m,base-url=\"%s\",max-in-flight=%d,requests-per-minute=%.0f,timeout=2,retries=6}}"
                      .formatted(server.chat(), IN_FLIGHT, MOST * 60))
              .set("systems={chat{kind=openai-chat,endpoint=e}}")
              .load();
      AskedCases.write(SharedSpark.session(), loaded, calls);
      long start = System.nanoTime();
      Counts counts = Commands.run(SharedSpark.session(), loaded, "answer");
      double seconds = (System.nanoTime() - start) / 1e9;
      double steady = server.rate(calls / 10, calls * 9 / 10);
      System.out.printf(Locale.ROOT, "%s%n", counts);
      System.out.printf(
          Locale.ROOT,
          "steady %.1f calls/s of %.0f (%.1f %%, target %.0f %%); whole stage %.1f s with table"
              + " writing; at most %d under way; heap at most %d MB%n",
          steady,
          MOST,
          100 * steady / MOST,
          100 * TARGET,
          seconds,
          server.mostInFlight(),
          Runtime.getRuntime().maxMemory() >> 20);
    }
    System.exit(0);
  }
}
