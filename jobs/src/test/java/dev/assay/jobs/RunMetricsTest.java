package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.spark.RunMetrics;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.sink.PrometheusServlet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark's sink for Prometheus shows of a command. */
class RunMetricsTest {
  private static final Pattern LINE = Pattern.compile("metrics_(\\w+)_Value\\{[^}]*} (\\S+)");
  private final SparkSession spark = SharedSpark.session();

  @Test
  void prometheusIsToldRowsRejectionsAndWhatStagesCounted(@TempDir Path folder) {
    RunMetrics.shared().show();
    RunMetrics.shared().show();
    assertThat(SparkEnv.get().metricsSystem().getSourcesByName("assay").size()).isEqualTo(1);
    Map<String, Double> before = shown();
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults().set("store.path=" + folder.resolve("store")).load();
    Runner runner = new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash());
    runner.run(new Counting());
    Map<String, Double> after = shown();

    assertThat(after).containsEntry("rows_done", 7.0).containsEntry("rows_total", 7.0);
    assertThat(after.get("rows_rejected") - before.get("rows_rejected")).isEqualTo(2.0);
    assertThat(after.get("counting_rows_read") - before.getOrDefault("counting_rows_read", 0.0))
        .isEqualTo(9.0);
    assertThat(after)
        .containsKeys(
            "calls_made",
            "calls_tokens",
            "calls_cost",
            "calls_known",
            "calls_waited",
            "model_texts",
            "model_remembered");
  }

  /**
   * A server that refuses half of what it is asked at first, and a second system that asks it the
   * same.
   */
  @Test
  void prometheusIsToldWaitsAndRepliesThatWereKnown(@TempDir Path folder) {
    RunMetrics.shared().show();
    try (ScriptedServer server = ScriptedServer.start()) {
      server.faults(new ScriptedServer.Faults(.5, 0, 0, 0, 0));
      ConfigLoader one =
          ConfigLoader.defaults()
              .set("store.path=" + folder.resolve("store"))
              .set(
                  "llm.endpoints={e{kind=openai,model=m,retries=20,base-url=\"%s\"}}"
                      .formatted(server.chat()))
              .set("systems={chat{kind=openai-chat,endpoint=e}}");
      AskedCases.copied(spark, one.load(), 12);
      Map<String, Double> before = shown();
      Commands.run(spark, one.load(), "answer");
      Map<String, Double> asked = shown();
      // Each refusal asks for 20 ms; several at once are one wait.
      assertThat(server.requests()).isGreaterThan(12);
      assertThat(more(asked, before, "calls_waited")).isBetween(0.001, 60.0);
      assertThat(more(asked, before, "calls_known")).isZero();
      // 100 in and 20 out for each answer.
      assertThat(more(asked, before, "calls_tokens")).isEqualTo(12 * 120.0);

      int requests = server.requests();
      Commands.run(spark, one.set("systems.again={kind=openai-chat,endpoint=e}").load(), "answer");
      assertThat(server.requests()).isEqualTo(requests);
      assertThat(more(shown(), asked, "calls_known")).isEqualTo(12.0);
    }
    Map<String, Double> before = shown();
    String text = "Nobody has asked for " + folder;
    spark
        .sql("SELECT assay_embed('%s'), assay_embed(concat('%s', ''))".formatted(text, text))
        .collectAsList();
    assertThat(more(shown(), before, "model_texts")).isEqualTo(1.0);
    assertThat(more(shown(), before, "model_remembered")).isEqualTo(1.0);
  }

  private static double more(Map<String, Double> after, Map<String, Double> before, String name) {
    return after.get(name) - before.get(name);
  }

  private static Map<String, Double> shown() {
    String page =
        new PrometheusServlet(new Properties(), RunMetrics.shared().metricRegistry())
            .getMetricsSnapshot(null);
    Map<String, Double> shown = new TreeMap<>();
    Matcher lines = LINE.matcher(page);
    while (lines.find()) {
      shown.put(lines.group(1), Double.parseDouble(lines.group(2)));
    }
    return shown;
  }

  private static final class Counting implements Stage {
    @Override
    public StageSpec spec() {
      return StageSpec.of("counting").writes(Tables.CHUNKS);
    }

    @Override
    public Counts run(Run run) {
      var rows = run.spark().range(9).withColumn("text", col("id").cast("string"));
      Rejections.record(run, rows.where("id < 2"), "a file", lit("too small"), col("text"));
      new CommitBatches(run.config().pipeline(), 3)
          .forEach("counting", rows.where("id >= 2"), new Column[] {col("id")}, Dataset::count);
      return Counts.of("rows read", 9);
    }
  }
}
