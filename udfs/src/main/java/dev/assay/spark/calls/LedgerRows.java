package dev.assay.spark.calls;

import dev.assay.llm.CallRecord;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Journals as rows of table {@code llm_calls}; lines that are torn or damaged are left out. */
public final class LedgerRows implements Serializable {
  private static final long serialVersionUID = 1L;

  private LedgerRows() {}

  /** The records of these files; one call may be there more than once. */
  public static Dataset<Row> read(SparkSession spark, List<String> files) {
    return lines(spark, files)
        .flatMap(
            (FlatMapFunction<String, Row>) LedgerRows::rows,
            Encoders.row(Tables.LLM_CALLS.schema()));
  }

  /** What is to be said of a journal where lines of it are torn or damaged; else empty. */
  public static Optional<String> damage(SparkSession spark, String file) {
    long torn =
        lines(spark, List.of(file))
            .filter((FilterFunction<String>) line -> CallRecord.read(line).isEmpty())
            .count();
    return torn == 0
        ? Optional.empty()
        : Optional.of(
            "journal %s: %d lines cannot be read; 'assay tables --repair' brings the others into llm_calls, and what is missing is asked again"
                .formatted(file, torn));
  }

  /** Of these files and no others: a bracket in the store's path is no pattern. */
  private static Dataset<String> lines(SparkSession spark, List<String> files) {
    return spark
        .read()
        .option("__globPaths__", false)
        .option("lineSep", "\n")
        .textFile(files.toArray(String[]::new));
  }

  private static Iterator<Row> rows(String line) {
    return CallRecord.read(line).map(LedgerRows::row).stream().iterator();
  }

  private static Row row(CallRecord entry) {
    return CallRows.set(NamedRow.of(Tables.LLM_CALLS), entry.call())
        .set("model", entry.model())
        .set("parameters", entry.parameters())
        .set("reply", entry.reply())
        .set("finish_reason", entry.finish())
        .set("logprobs", entry.logprobs())
        .set("input_tokens", entry.inputTokens())
        .set("output_tokens", entry.outputTokens())
        .set("cost", entry.cost())
        .set("latency_ms", entry.latencyMillis())
        .set("attempts", entry.attempts())
        .set("status", entry.status())
        .set("error", entry.error().isEmpty() ? null : entry.error())
        .set("called_at", Timestamp.from(entry.calledAt()))
        .build();
  }
}
