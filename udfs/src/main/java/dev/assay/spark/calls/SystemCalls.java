package dev.assay.spark.calls;

import dev.assay.core.Passage;
import dev.assay.llm.Call;
import dev.assay.llm.EndpointSystem;
import dev.assay.llm.Usage;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * From cases to the calls that ask systems, and from the ledger's replies to their answers.
 *
 * @param systems by name
 */
public record SystemCalls(Map<String, EndpointSystem> systems) implements Serializable {
  private static final StructType CALLS =
      CallRows.after(Tables.RESPONSES.select("case_id", "system", "repeat", "fingerprint"));

  /**
   * The calls of {@code cases} (case_id, system, repeat, fingerprint, question, asked_as: the
   * case_id that requests name, the same for all cases of a question).
   */
  public Dataset<Row> calls(Dataset<Row> cases) {
    return cases
        .select("case_id", "system", "repeat", "fingerprint", "question", "asked_as")
        .map((MapFunction<Row, Row>) this::call, Encoders.row(CALLS));
  }

  private Row call(Row row) {
    EndpointSystem system = systems.get(row.<String>getAs("system"));
    Call call = system.call(row.getAs("question"), row.getAs("asked_as"), row.getAs("repeat"));
    return CallRows.set(
            NamedRow.of(CALLS).copy(row, "case_id", "system", "repeat", "fingerprint"), call)
        .build();
  }

  /**
   * The answers, as table {@code responses} has them, of rows with case_id, system, repeat,
   * fingerprint and the columns of {@code llm_calls}.
   */
  public Dataset<Row> answers(Dataset<Row> replies) {
    return replies.map(
        (MapFunction<Row, Row>) this::answer, Encoders.row(Tables.RESPONSES.schema()));
  }

  private Row answer(Row row) {
    EndpointSystem system = systems.get(row.<String>getAs("system"));
    Usage usage = new Usage(count(row, "input_tokens"), count(row, "output_tokens"));
    String status = row.getAs("status");
    String error = row.getAs("error");
    Optional<String> answer = Optional.empty();
    List<Passage> contexts = List.of();
    Double cost = row.getAs("cost");
    if (status.equals("ok")) {
      EndpointSystem.Said said = system.read(row.getAs("reply"), usage);
      answer = said.answer();
      contexts = said.contexts();
      status = said.problem().isPresent() ? "parse_failure" : "ok";
      error = said.problem().orElse(null);
      if (said.usage().input().isPresent() || said.usage().output().isPresent()) {
        usage = said.usage();
        cost = system.endpoint().cost(usage);
      }
    }
    return NamedRow.of(Tables.RESPONSES)
        .copy(row, "case_id", "system", "repeat", "fingerprint", "latency_ms")
        .set("answer", answer)
        .set("contexts", PassageRows.of(contexts))
        .set("input_tokens", usage.input())
        .set("output_tokens", usage.output())
        .set("cost", cost)
        .set("status", status)
        .set("error", error)
        .set("answered_at", row.getAs("called_at"))
        .set("attributes", attributes(system, row))
        .build();
  }

  private static Map<String, String> attributes(EndpointSystem system, Row row) {
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
}
