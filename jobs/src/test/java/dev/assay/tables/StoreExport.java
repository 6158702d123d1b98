package dev.assay.tables;

import static org.apache.spark.sql.functions.array_contains;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.size;

import dev.assay.spark.SharedSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;

/**
 * Writes a few cases of a demonstration's store, and all that belongs to them, as a fixture: {@code
 * schema.sql} and a file of JSON lines a table. Run once for each released shape, by hand: {@code
 * StoreExport STORE DIRECTORY}. What is bulky and read by nobody (configurations of runs, fits,
 * most vectors) is left out. A table that the demonstration left empty wants a row by hand.
 */
final class StoreExport {
  private static final int CASES = 8;
  private static final List<String> SYSTEMS = List.of("asked", "faulty");
  private static final List<String> METRICS =
      List.of(
          "groundedness.groundedness",
          "token_f1.token_f1",
          "answer_relevancy.answer_relevancy",
          "toxicity.toxicity");

  private final SparkSession spark = SharedSpark.session();
  private final Path store;
  private final Path target;
  private final Map<String, Dataset<Row>> kept = new TreeMap<>();

  private StoreExport(Path store, Path target) {
    this.store = store;
    this.target = target;
  }

  public static void main(String[] words) throws IOException {
    new StoreExport(Path.of(words[0]), Path.of(words[1])).write();
    System.exit(0);
  }

  private void write() throws IOException {
    Files.createDirectories(target);
    choose();
    StringBuilder ddl = new StringBuilder();
    for (Table table : Tables.ALL) {
      ddl.append(ddl(table.name()));
      Dataset<Row> rows = kept.getOrDefault(table.name(), table(table.name()).limit(10));
      List<String> lines = rows.orderBy(table.keyColumns()).toJSON().collectAsList();
      Files.write(target.resolve(table.name() + ".jsonl"), lines);
      System.out.printf("%s: %d of %d%n", table.name(), lines.size(), table(table.name()).count());
    }
    Files.writeString(target.resolve("schema.sql"), ddl);
  }

  private void choose() {
    Dataset<Row> cases =
        table("test_cases")
            .where(col("case_id").isin(labelled()))
            .orderBy(length(concat_ws("", col("question"), col("expected_answer"))), col("case_id"))
            .limit(CASES)
            .cache();
    keep("test_cases", cases);
    Column ours =
        col("case_id")
            .isin(strings(cases.select("case_id")))
            .and(col("system").isin(SYSTEMS.toArray()));
    Column metric = col("metric").isin(METRICS.toArray());
    keep("responses", table("responses").where(ours));
    keep(
        "run_cases",
        table("run_cases")
            .where(
                ours.or(
                    col("case_id")
                        .isin(strings(cases.select("case_id")))
                        .and(col("system").equalTo("")))));
    keep("labels", table("labels").where(ours));
    keep("scores", table("scores").where(ours.and(metric)));
    keep(
        "sentence_scores",
        table("sentence_scores")
            .where(ours.and(metric))
            .orderBy("case_id", "system", "metric", "side", "sentence_index")
            .limit(30));
    keep("decisions", table("decisions").where(ours.and(metric)));
    keep("review_queue", table("review_queue").where(ours));
    Dataset<Row> chunks =
        table("chunks")
            .where(
                col("chunk_id")
                    .isin(strings(cases.select(explode(col("source_chunk_ids"))).distinct())));
    keep("chunks", chunks);
    keep(
        "documents",
        table("documents").where(col("doc_id").isin(strings(chunks.select("doc_id")))));
    Column chunk = col("chunk_id").isin(strings(chunks.select("chunk_id")));
    keep("strata", table("strata").where(chunk));
    keep("topics", table("topics"));
    keep(
        "samples",
        table("samples")
            .where(chunk)
            .orderBy(col("partner_chunk_id").isNotNull(), col("sample_id"))
            .limit(12));
    keep("embeddings", table("embeddings").orderBy("text_hash").limit(4));
    Dataset<Row> calibrations =
        table("calibrations")
            .where(exists("metrics", METRICS))
            .orderBy(col("slice").notEqual("all"), col("status"), col("calibration_id"))
            .limit(6)
            .cache();
    keep("calibrations", calibrations);
    keep(
        "guarantees",
        table("guarantees")
            .where(col("calibration_id").isin(strings(calibrations.select("calibration_id"))))
            .orderBy(size(col("cases")), col("calibration_id"), col("method"))
            .limit(8));
    keep("thresholds", table("thresholds").where(metric.and(col("slice").equalTo("all"))).limit(8));
    keep("llm_calls", table("llm_calls").orderBy("call_hash").limit(8));
    Column cells = metric.and(col("slice").equalTo("all"));
    keep("leaderboard", table("leaderboard").where(cells));
    keep("comparisons", table("comparisons").where(cells));
    keep("set_scores", table("set_scores").where(col("slice").equalTo("all")).limit(20));
    keep("runs", table("runs").withColumn("config", lit("{}")));
    keep("stratum_fits", table("stratum_fits").withColumn("fit", lit("left out").cast("binary")));
  }

  private Object[] labelled() {
    return strings(
        table("labels").where(col("system").equalTo("faulty")).select("case_id").distinct());
  }

  private static Column exists(String column, List<String> any) {
    return any.stream()
        .map(value -> array_contains(col(column), value))
        .reduce(Column::or)
        .orElseThrow();
  }

  private void keep(String name, Dataset<Row> rows) {
    kept.put(name, rows);
  }

  private Dataset<Row> table(String name) {
    return spark.read().format("delta").load(store.resolve(name).toString());
  }

  private static Object[] strings(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(row -> row.getString(0)).sorted().toArray();
  }

  private String ddl(String name) {
    Dataset<Row> rows = table(name);
    Row detail =
        spark
            .sql("DESCRIBE DETAIL delta.`" + store.resolve(name) + "`")
            .select("description", "properties")
            .head();
    Map<String, String> properties = new TreeMap<>(detail.<String, String>getJavaMap(1));
    return "CREATE TABLE %s (\n  %s)\nUSING delta\nCOMMENT %s\nTBLPROPERTIES (\n  %s);\n\n"
        .formatted(
            name,
            Arrays.stream(rows.schema().fields())
                .map(StoreExport::column)
                .collect(Collectors.joining(",\n  ")),
            quoted(detail.getString(0)),
            properties.entrySet().stream()
                .map(one -> quoted(one.getKey()) + " = " + quoted(one.getValue()))
                .collect(Collectors.joining(",\n  ")));
  }

  private static String column(StructField field) {
    return "`%s` %s%s COMMENT %s"
        .formatted(
            field.name(),
            field.dataType().sql(),
            field.nullable() ? "" : " NOT NULL",
            quoted(field.getComment().get()));
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
