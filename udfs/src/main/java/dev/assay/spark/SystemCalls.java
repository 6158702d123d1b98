package dev.assay.spark;

import dev.assay.core.Passage;
import dev.assay.llm.AskedSystem;
import dev.assay.llm.Call;
import dev.assay.llm.Usage;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;

/**
 * From cases to the calls that ask systems, and from the ledger's replies to their answers.
 *
 * @param systems by name
 */
public record SystemCalls(Map<String, AskedSystem> systems) implements Serializable {
  private static final StructType CALLS =
      StructType.fromDDL(
          "case_id STRING, system STRING, repeat INT, fingerprint STRING, call_hash STRING,"
              + " purpose STRING, endpoint STRING, prompt STRING, sample INT");
  private static final StructType ANSWERS =
      StructType.fromDDL(
          "case_id STRING, system STRING, repeat INT, fingerprint STRING, answer STRING, contexts"
              + " ARRAY<STRUCT<chunk_id:STRING,doc_id:STRING,text:STRING,rank:INT,score:DOUBLE>>,"
              + " artifacts STRING, latency_ms DOUBLE, input_tokens BIGINT, output_tokens BIGINT,"
              + " cost DOUBLE, status STRING, error STRING, answered_at TIMESTAMP,"
              + " attributes MAP<STRING,STRING>");

  /** The calls of {@code cases} (case_id, system, repeat, fingerprint, question). */
  public Dataset<Row> calls(Dataset<Row> cases) {
    return cases
        .select("case_id", "system", "repeat", "fingerprint", "question")
        .map((MapFunction<Row, Row>) this::call, Encoders.row(CALLS));
  }

  private Row call(Row row) {
    AskedSystem system = systems.get(row.<String>getAs("system"));
    Call call = system.call(row.getAs("question"), row.getAs("case_id"), row.getAs("repeat"));
    return RowFactory.create(
        row.getAs("case_id"),
        row.getAs("system"),
        row.getAs("repeat"),
        row.getAs("fingerprint"),
        call.hash(),
        call.purpose(),
        call.endpoint(),
        call.prompt(),
        call.sample());
  }

  /**
   * The answers, as table {@code responses} has them, of rows with case_id, system, repeat,
   * fingerprint and the columns of {@code llm_calls}.
   */
  public Dataset<Row> answers(Dataset<Row> replies) {
    return replies.map((MapFunction<Row, Row>) this::answer, Encoders.row(ANSWERS));
  }

  private Row answer(Row row) {
    AskedSystem system = systems.get(row.<String>getAs("system"));
    Usage usage = new Usage(count(row, "input_tokens"), count(row, "output_tokens"));
    String status = row.getAs("status");
    String error = row.getAs("error");
    String answer = null;
    Row[] contexts = new Row[0];
    Double cost = row.getAs("cost");
    if (status.equals("ok")) {
      AskedSystem.Said said = system.read(row.getAs("reply"), usage);
      answer = said.answer().orElse(null);
      contexts = said.contexts().stream().map(SystemCalls::row).toArray(Row[]::new);
      status = said.problem().isPresent() ? "parse_failure" : "ok";
      error = said.problem().orElse(null);
      if (said.usage().input().isPresent() || said.usage().output().isPresent()) {
        usage = said.usage();
        cost = system.endpoint().cost(usage);
      }
    }
    return RowFactory.create(
        row.getAs("case_id"),
        row.getAs("system"),
        row.getAs("repeat"),
        row.getAs("fingerprint"),
        answer,
        contexts,
        null,
        row.getAs("latency_ms"),
        usage.input().isPresent() ? usage.input().getAsLong() : null,
        usage.output().isPresent() ? usage.output().getAsLong() : null,
        cost,
        status,
        error,
        row.getAs("called_at"),
        JavaConverters.mapAsScalaMap(attributes(system, row)));
  }

  private static Map<String, String> attributes(AskedSystem system, Row row) {
    Map<String, String> attributes = new HashMap<>();
    if (!system.endpoint().model().isEmpty()) {
      attributes.put("model", system.endpoint().model());
    }
    String finish = row.getAs("finish_reason");
    if (finish != null && !finish.isEmpty()) {
      attributes.put("finish_reason", finish);
    }
    return attributes;
  }

  private static OptionalLong count(Row row, String column) {
    Long value = row.getAs(column);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private static Row row(Passage passage) {
    return RowFactory.create(
        passage.chunkId(),
        passage.docId(),
        passage.text(),
        passage.rank(),
        passage.score().isPresent() ? passage.score().getAsDouble() : null);
  }
}
