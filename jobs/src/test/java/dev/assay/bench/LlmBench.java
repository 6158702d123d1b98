package dev.assay.bench;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AskedCases;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Counts;
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
  private static final int IN_FLIGHT = 64;

  private LlmBench() {}

  /**
   * Arguments: number of calls (6400); {@code faults} for a server that answers one call in ten
   * with an error, and some never, in half, or not as JSON. It takes 50 ms and allows 200 calls a
   * second, so that the rate is what limits and not calls that wait for their end.
   */
  public static void main(String[] arguments) throws Exception {
    int calls = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 6400;
    Path directory = Files.createTempDirectory("assay-bench-");
    boolean faults = arguments.length > 1 && arguments[1].equals("faults");
    int latency = faults ? 50 : 200;
    double most = faults ? 200 : IN_FLIGHT * 1000.0 / latency;
    double target = faults ? .9 : .95;
    try (ScriptedServer server = ScriptedServer.start().latency(latency)) {
      if (faults) {
        server.faults(new Faults(.05, .05, .02, .02, .01));
      }
      ConfigLoader.Loaded loaded =
          ConfigLoader.defaults()
              .set("store.path=" + directory.resolve("store"))
              .set(
                  "llm.endpoints={e{kind=openai,model=m,base-url=\"%s\",max-in-flight=%d,requests-per-minute=%.0f,timeout=2,retries=6}}"
                      .formatted(server.chat(), IN_FLIGHT, most * 60))
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
          "steady %.1f requests/s of %.0f (%.1f %%, target %.0f %%); whole stage %.1f s with table"
              + " writing; at most %d under way; heap at most %d MB%n",
          steady,
          most,
          100 * steady / most,
          100 * target,
          seconds,
          server.mostInFlight(),
          Runtime.getRuntime().maxMemory() >> 20);
    }
    System.exit(0);
  }
}
