package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.config.BaselineConfig;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Copies;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.spark.Kept;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** {@code changes}: which cases were fixed, which broke, since the baseline. */
public record ChangesAction() implements Action {
  static final String LIMIT = "--limit";
  static final String PAGE = "--page";
  private static final int SHOWN = 20;
  private static final int MOST_CHARACTERS = 100;

  @Override
  public String name() {
    return "changes";
  }

  @Override
  public Map<String, String> numbers() {
    return Map.of(
        LIMIT,
        "Broken cases to list, on the page of each metric and system; " + SHOWN + " unless given.");
  }

  @Override
  public Map<String, String> texts() {
    return Map.of(
        PAGE,
        "Write a page of it to this file as well: what was fixed and what broke, with values,"
            + " questions and answers.");
  }

  @Override
  public void run(Session session) {
    Optional<Path> page = Optional.ofNullable(session.texts().get(PAGE)).map(ChangesAction::file);
    AssayConfig config = session.loaded().config();
    Run run = new Run(session.spark(), config, session.runner().store(), name(), "", Instant.now());
    String wanted = config.baseline().run();
    Analyses analyses = Analyses.of(run, wanted.isEmpty() ? BaselineConfig.PREVIOUS : wanted);
    Dataset<Row> changes = analyses.placed(changes(analyses)).transform(Kept::cut);
    PrintStream out = session.out();
    out.printf(
        "From analysis %s to %s, on the cases that both cover%n",
        shortened(analyses.baseline()), shortened(analyses.current()));
    List<Row> counts = counts(changes);
    print(counts, out);
    int limit = session.numbers().getOrDefault(LIMIT, SHOWN);
    broken(changes, limit, out);
    if (page.isPresent()) {
      new Copies(session.runner().store(), config)
          .note("changes --page", List.of(page.get()), List.of());
      write(session, page.get(), ChangesPage.html(analyses, counts, changes, limit));
      out.printf("%nPage: %s%n", page.get());
    }
  }

  private static Path file(String given) {
    if (given.isBlank()) {
      throw new UsageException(PAGE + " takes a file. Is a variable of the shell not set?");
    }
    try {
      return new Path(given);
    } catch (IllegalArgumentException e) {
      throw new UsageException(PAGE + " takes a file, got '" + given + "': " + e.getMessage());
    }
  }

  /** To any file system, with the permissions that files of the store get. */
  private static void write(Session session, Path path, String page) {
    try (OutputStream out =
        path.getFileSystem(session.spark().sessionState().newHadoopConf()).create(path, true)) {
      out.write(page.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new StageException("Cannot write the page to '" + path + "': " + e.getMessage(), e);
    }
  }

  /** One row a metric or dimension: value_before, value_after, before, after, change. */
  static Dataset<Row> changes(Analyses analyses) {
    Dataset<Row> then =
        passed(analyses.then())
            .withColumnRenamed("passed", "before")
            .withColumnRenamed("value", "value_before");
    return passed(analyses.now())
        .withColumnRenamed("passed", "after")
        .withColumnRenamed("value", "value_after")
        .join(then, RunCoverage.on(List.of("case_id", "system", "repeat", "metric")))
        .withColumn(
            "change",
            when(col("before").equalTo(col("after")), "same")
                .when(col("after"), "fixed")
                .otherwise("broken"));
  }

  private static Dataset<Row> passed(Dataset<Row> rows) {
    return rows.select(
            col("case_id"),
            col("system"),
            col("repeat"),
            expr(
                "inline(concat(coalesce(transform(map_entries(scores), e -> struct(e.key AS metric,"
                    + " e.value.value AS value, e.value.passed AS passed)), array()),"
                    + " coalesce(transform(map_entries(judged), e -> struct(concat('human.', e.key)"
                    + " AS metric, CAST(e.value.label AS DOUBLE) AS value, e.value.label = 1 AS"
                    + " passed)), array()))) AS (metric, value, passed)"))
        .where(col("passed").isNotNull());
  }

  /** fixed, broken, passed (in both) and failed by metric and system; people's lines first. */
  private static List<Row> counts(Dataset<Row> changes) {
    return changes
        .groupBy("metric", "system")
        .agg(
            count(when(col("change").equalTo("fixed"), 1)).as("fixed"),
            count(when(col("change").equalTo("broken"), 1)).as("broken"),
            count(when(col("before").and(col("after")), 1)).as("passed"),
            count(when(not(col("before").or(col("after"))), 1)).as("failed"))
        .orderBy(col("metric").startsWith("human.").desc(), col("metric"), col("system"))
        .collectAsList();
  }

  private static void print(List<Row> counts, PrintStream out) {
    out.printf("%n%-48s %-24s %8s %8s %8s%n", "", "system", "fixed", "broken", "same");
    counts.forEach(
        row ->
            out.printf(
                "%-48s %-24s %8d %8d %8d%n",
                OneLine.of(row.getAs("metric")),
                OneLine.of(row.getAs("system")),
                row.<Long>getAs("fixed"),
                row.<Long>getAs("broken"),
                row.<Long>getAs("passed") + row.<Long>getAs("failed")));
  }

  private static void broken(Dataset<Row> changes, int limit, PrintStream out) {
    List<Row> rows =
        changes
            .where(col("change").equalTo("broken"))
            .withColumn("question", coalesce(col("question"), lit("")))
            .orderBy(
                col("metric").startsWith("human.").desc(),
                col("metric"),
                col("system"),
                col("case_id"),
                col("repeat"))
            .limit(limit)
            .collectAsList();
    if (!rows.isEmpty()) {
      out.printf("%nBroken:%n");
    }
    for (Row row : rows) {
      String question = OneLine.of(row.getAs("question")).replaceAll("\\s+", " ");
      out.printf(
          "%s %s %s %s%n",
          OneLine.of(row.getAs("metric")),
          OneLine.of(row.getAs("system")),
          OneLine.of(shortened(row.getAs("case_id"))),
          question.length() > MOST_CHARACTERS
              ? question.substring(0, MOST_CHARACTERS) + "…"
              : question);
    }
  }

  private static String shortened(String id) {
    return id.substring(0, Math.min(12, id.length()));
  }
}
