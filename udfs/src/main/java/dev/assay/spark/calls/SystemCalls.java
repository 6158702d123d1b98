package dev.assay.spark.calls;

import dev.assay.core.Passage;
import dev.assay.llm.Call;
import dev.assay.llm.Conversation;
import dev.assay.llm.EndpointSystem;
import dev.assay.llm.Json;
import dev.assay.llm.Usage;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * From cases to the calls that ask systems, and from the ledger's replies to their answers.
 *
 * @param systems by name
 * @param night {@code run.key}: in each night they are asked anew; may be empty
 */
public record SystemCalls(Map<String, EndpointSystem> systems, String night)
    implements Serializable {
  private static final StructField HANDED =
      new StructField(
          PassageRows.HANDED,
          Tables.RESPONSES.schema().apply("contexts").dataType(),
          true,
          Metadata.empty());

  /**
   * What cases are asked by. {@code asked_as}: the case_id that requests name, the same for all
   * cases of a question; {@code spoken}: the turns that the system itself replied to; {@code
   * handed}: the passages that it answers by, NULL where it finds them itself.
   */
  private static final StructType CASES =
      Tables.RESPONSES
          .select("case_id", "system", "repeat", "fingerprint")
          .add("question", "string")
          .add("asked_as", "string")
          .add(Tables.TEST_CASES.schema().apply("messages"))
          .add("spoken", "string")
          .add(HANDED);

  private static final StructType TURNS =
      Tables.RESPONSES.select("case_id", "system", "repeat").add("question", "string");

  private static final StructType CALLS =
      CallRows.after(
          Tables.RESPONSES
              .select("case_id", "system", "repeat", "fingerprint")
              .add("spoken", "string")
              .add(HANDED));

  /** Cases with a turn before the question whose reply is not known to a system that hears it. */
  public FilterFunction<Row> open() {
    return row -> openTurn(row).isPresent();
  }

  /** Cases whose question can be asked. */
  public FilterFunction<Row> whole() {
    return row -> openTurn(row).isEmpty();
  }

  private Optional<Integer> openTurn(Row row) {
    return systems.get(row.<String>getAs("system")).remembers()
        ? ConversationRows.before(row).open()
        : Optional.empty();
  }

  /**
   * The calls of {@code cases} (case_id, system, repeat, fingerprint, question, asked_as, messages,
   * spoken, handed): of an open one the call of its first open turn, else that of the question.
   */
  public Dataset<Row> calls(Dataset<Row> cases) {
    return cases.map((MapFunction<Row, Row>) this::call, Encoders.row(CALLS));
  }

  /** The first open turn of open {@code cases}, as {@code question}. */
  public Dataset<Row> turns(Dataset<Row> cases) {
    return cases.map((MapFunction<Row, Row>) this::turn, Encoders.row(TURNS));
  }

  private Row turn(Row row) {
    return NamedRow.of(TURNS)
        .copy(row, "case_id", "system", "repeat")
        .set(
            "question",
            ConversationRows.before(row).turns().get(openTurn(row).orElseThrow()).text())
        .build();
  }

  private Row call(Row row) {
    EndpointSystem system = systems.get(row.<String>getAs("system"));
    Conversation before = ConversationRows.before(row);
    Optional<Integer> open = openTurn(row);
    Call call =
        system
            .call(
                open.map(before::until).orElse(before),
                open.map(turn -> before.turns().get(turn).text()).orElse(row.getAs("question")),
                row.getAs("asked_as"),
                row.getAs("repeat"),
                PassageRows.passages(row, PassageRows.HANDED))
            .of(night);
    return CallRows.set(
            NamedRow.of(CALLS)
                .copy(row, "case_id", "system", "repeat", "fingerprint", "spoken")
                .copy(row, PassageRows.HANDED),
            call)
        .build();
  }

  /** Open {@code cases} with the {@code answer} to their first open turn in its place. */
  public Dataset<Row> heard(Dataset<Row> cases) {
    return cases.map((MapFunction<Row, Row>) this::heard, Encoders.row(CASES));
  }

  private Row heard(Row row) {
    Conversation longer =
        ConversationRows.before(row)
            .replied(openTurn(row).orElseThrow(), row.<String>getAs("answer"));
    return NamedRow.of(CASES)
        .copy(row, "case_id", "system", "repeat", "fingerprint", "question", "asked_as")
        .copy(row, PassageRows.HANDED)
        .set("messages", ConversationRows.of(longer))
        .set("spoken", Json.write(longer.json()))
        .build();
  }

  /**
   * The answers, as table {@code responses} has them, of rows with case_id, system, repeat,
   * fingerprint, spoken, handed and the columns of {@code llm_calls}.
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
    Optional<String> artifacts = Optional.empty();
    Double cost = row.getAs("cost");
    if (status.equals("ok")) {
      EndpointSystem.Said said = system.read(row.getAs("reply"), usage);
      answer = said.answer();
      contexts =
          system.isHanded() ? PassageRows.passages(row, PassageRows.HANDED) : said.contexts();
      artifacts = said.artifacts();
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
        .set("artifacts", artifacts)
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
    RowValues.<String>optional(row, "spoken")
        .ifPresent(turns -> attributes.put(Conversation.ATTRIBUTE, turns));
    return attributes;
  }

  private static OptionalLong count(Row row, String column) {
    Long value = row.getAs(column);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
