package dev.assay.spark.calls;

import dev.assay.base.Globs;
import dev.assay.llm.CallRecord;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
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
    long torn = torn(spark, file);
    return torn == 0
        ? Optional.empty()
        : Optional.of(
            "journal %s: %d lines cannot be read; 'assay tables --repair' brings the others into llm_calls, and what is missing is asked again"
                .formatted(file, torn));
  }

  /** None of a file that its command takes away meanwhile, when its records are in the table. */
  private static long torn(SparkSession spark, String file) {
    try {
      return lines(spark, List.of(file))
          .filter((FilterFunction<String>) line -> CallRecord.read(line).isEmpty())
          .count();
    } catch (Exception e) { // Scala throws checked exceptions undeclared.
      if (exists(spark, file)) {
        throw e;
      }
      return 0;
    }
  }

  /** Also where nobody can say. */
  private static boolean exists(SparkSession spark, String file) {
    Path path = new Path(file);
    try {
      return path.getFileSystem(spark.sessionState().newHadoopConf()).exists(path);
    } catch (IOException e) {
      return true;
    }
  }

  /** A bracket in the store's path is no pattern. */
  private static Dataset<String> lines(SparkSession spark, List<String> files) {
    return spark
        .read()
        .option("lineSep", "\n")
        .textFile(files.stream().map(Globs::literal).toArray(String[]::new));
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
