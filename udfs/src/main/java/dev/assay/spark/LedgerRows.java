package dev.assay.spark;

import dev.assay.llm.CallRecord;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Journals as rows of table {@code llm_calls}; lines that are torn or damaged are left out. */
public final class LedgerRows implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "call_hash STRING, purpose STRING, endpoint STRING, model STRING, parameters STRING,"
              + " prompt STRING, sample INT, reply STRING, finish_reason STRING, logprobs STRING,"
              + " input_tokens BIGINT, output_tokens BIGINT, cost DOUBLE, latency_ms DOUBLE,"
              + " attempts INT, status STRING, error STRING, called_at TIMESTAMP");

  private LedgerRows() {}

  /** The records of these files; one call may be there more than once. */
  public static Dataset<Row> read(SparkSession spark, List<String> files) {
    return spark
        .read()
        .option("lineSep", "\n")
        .textFile(files.toArray(String[]::new))
        .flatMap((FlatMapFunction<String, Row>) LedgerRows::rows, Encoders.row(SCHEMA));
  }

  private static Iterator<Row> rows(String line) {
    return CallRecord.read(line).map(LedgerRows::row).stream().iterator();
  }

  private static Row row(CallRecord entry) {
    return RowFactory.create(
        entry.call().hash(),
        entry.call().purpose(),
        entry.call().endpoint(),
        entry.model(),
        entry.parameters(),
        entry.call().prompt(),
        entry.call().sample(),
        text(entry.reply()),
        entry.finish(),
        text(entry.logprobs()),
        number(entry.inputTokens()),
        number(entry.outputTokens()),
        number(entry.cost()),
        number(entry.latencyMillis()),
        entry.attempts(),
        entry.status(),
        entry.error().isEmpty() ? null : entry.error(),
        Timestamp.from(entry.calledAt()));
  }

  private static Object text(Optional<String> value) {
    return value.orElse(null);
  }

  private static Object number(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private static Object number(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
