package dev.assay.bench;

import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AskedCases;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Counts;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import dev.assay.testing.ScriptedServer.Faults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.functions;

/**
 * Rate of stages answer and evaluate against a scripted server. Server and Spark share the process,
 * its two cores and its heap.
 */
public final class LlmBench {
  private static final int IN_FLIGHT = 64;
  private static final String LEDGER = "ledger=";

  private LlmBench() {}

  /** What the server takes and allows, and the share of it that is aimed at. */
  private enum Limit {
    /** 64 calls under way are what limits: 320 a second at most. */
    SLOTS(200, 320, .95),
    /** The same rate is allowed by the minute, and slots do not limit. */
    QUOTA(150, 320, .99),
    /**
     * One call in ten ends with an error, and some never, in half, or not as JSON. The rate is what
     * limits and not calls that wait for their end.
     */
    FAULTS(50, 200, .9);

    private final int latency;
    private final double most;
    private final double target;

    Limit(int latency, double most, double target) {
      this.latency = latency;
      this.most = most;
      this.target = target;
    }

    static Limit of(List<String> words) {
      return words.contains("faults") ? FAULTS : words.contains("quota") ? QUOTA : SLOTS;
    }
  }

  /**
   * Arguments: number of calls (6400), and any of {@code faults} or {@code quota}, {@code judge}
   * (stage evaluate asks a judge about so many answers, in the place of answer) and {@code
   * ledger=N} (so many replies of earlier runs are stored).
   */
  public static void main(String[] arguments) throws Exception {
    int calls = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 6400;
    List<String> words =
        List.of(arguments).subList(Math.min(1, arguments.length), arguments.length);
    Limit limit = Limit.of(words);
    boolean judge = words.contains("judge");
    Path directory = Files.createTempDirectory("assay-bench-");
    try (ScriptedServer quick = ScriptedServer.start();
        ScriptedServer server = ScriptedServer.start().latency(limit.latency)) {
      server.reply(asked -> "{\"reason\":\"because\",\"verdict\":true,\"confidence\":0.9}");
      if (limit == Limit.FAULTS) {
        server.faults(new Faults(.05, .05, .02, .02, .01));
      }
      ConfigLoader.Loaded loaded =
          ConfigLoader.defaults()
              .set("store.path=" + directory.resolve("store"))
              .set(
                  "llm.endpoints={e{kind=openai,model=m,base-url=\"%s\",max-in-flight=%d,requests-per-minute=%.0f,timeout=2,retries=6},quick{kind=openai,model=m,base-url=\"%s\",max-in-flight=%d}}"
                      .formatted(
                          server.chat(), IN_FLIGHT, limit.most * 60, quick.chat(), IN_FLIGHT))
              .set("systems={chat{kind=openai-chat,endpoint=%s}}".formatted(judge ? "quick" : "e"))
              .set("evaluate.evaluators=[sexism]")
              .set("judges.endpoints=[e]")
              .load();
      Store store = AskedCases.write(SharedSpark.session(), loaded, calls);
      ledger(store, words);
      if (judge) {
        Commands.run(SharedSpark.session(), loaded, "answer");
      }
      long start = System.nanoTime();
      Counts counts = Commands.run(SharedSpark.session(), loaded, judge ? "evaluate" : "answer");
      double seconds = (System.nanoTime() - start) / 1e9;
      double steady = server.rate(calls / 10, calls * 9 / 10);
      System.out.printf(Locale.ROOT, "%s%n", counts);
      System.out.printf(
          Locale.ROOT,
          "steady %.1f requests/s of %.0f (%.1f %%, target %.0f %%); whole stage %.1f s with table"
              + " writing; at most %d under way; heap at most %d MB%n",
          steady,
          limit.most,
          100 * steady / limit.most,
          100 * limit.target,
          seconds,
          server.mostInFlight(),
          Runtime.getRuntime().maxMemory() >> 20);
    }
    System.exit(0);
  }

  /** Replies of earlier runs, as their commits left them: by time. */
  private static void ledger(Store store, List<String> words) {
    long replies =
        words.stream()
            .filter(word -> word.startsWith(LEDGER))
            .mapToLong(word -> Long.parseLong(word.substring(LEDGER.length())))
            .sum();
    if (replies == 0) {
      return;
    }
    long start = System.nanoTime();
    MadeStore.append(
        store,
        Tables.LLM_CALLS,
        store
            .spark()
            .range(0, replies, 1, (int) Math.max(1, replies / 100_000))
            .withColumn("call_hash", Keys.hash(lit("call"), functions.col("id")))
            .withColumn("purpose", lit("answer"))
            .withColumn("endpoint", lit("e"))
            .withColumn("model", lit("m"))
            .withColumn(
                "prompt", concat(lit("Which of the rules applies to matter "), functions.col("id")))
            .withColumn("sample", lit(0))
            .withColumn(
                "reply",
                concat(lit("Rule "), functions.col("id"), expr("repeat(' applies to it.', 20)")))
            .withColumn("input_tokens", lit(120))
            .withColumn("output_tokens", lit(80))
            .withColumn("latency_ms", lit(200))
            .withColumn("attempts", lit(1))
            .withColumn("status", lit("ok"))
            .withColumn(
                "called_at",
                expr("timestampadd(SECOND, id div 100, TIMESTAMP '2026-01-02 03:04:05')")));
    System.out.printf(
        Locale.ROOT,
        "%d replies stored before, in %.1f s%n",
        replies,
        (System.nanoTime() - start) / 1e9);
  }
}
