package dev.assay.jobs.inputs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.cases.CaseNames;
import dev.assay.jobs.engine.StageException;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.passages.Noises;
import dev.assay.spark.calls.ConversationRows;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Where in a record a test case stands: the column of each role, and the columns kept as
 * attributes. What a record says that cannot be right (a condition that does not parse, a weight of
 * -1) makes it no case: nothing is guessed, nothing left out.
 */
public final class CaseColumns implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What {@link #over} adds to the columns of {@link SourceRows}. */
  static final StructType SCHEMA =
      StructType.fromDDL(
          "id STRING, question STRING, messages ARRAY<STRUCT<role:STRING,content:STRING>>,"
              + " expected_answer STRING, expected_answers ARRAY<STRING>, facts"
              + " ARRAY<STRING>, relevant_doc_ids ARRAY<STRING>, relevant_passages ARRAY<STRING>,"
              + " condition STRING, answerable BOOLEAN, perturbation STRING, parent STRING,"
              + " query_type STRING, difficulty DOUBLE, sampling_weight DOUBLE, `group` STRING,"
              + " attributes MAP<STRING,STRING>, reason STRING, row STRING");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ALL = "*";

  private final LinkedHashMap<String, String> columns = new LinkedHashMap<>();
  private final TreeSet<String> attributes = new TreeSet<>();
  private final String separator;

  /**
   * @param names the configured columns
   * @param there the columns of the file
   * @param taken columns that are read for something else, such as the answer
   * @param attributes columns kept as attributes where none are configured; {@code *}: the others
   * @param suite whether it is a test suite: its id is read where no column is named. Records of
   *     answers may name the question by an id alone, where {@code byId}
   * @param owner the key that named the file, for messages
   */
  public CaseColumns(
      CaseNames names,
      ColumnNames there,
      Set<String> taken,
      List<String> attributes,
      boolean suite,
      boolean byId,
      String owner) {
    Preset preset = new Preset(names.preset());
    this.separator = preset.separator().orElse("");
    Map<String, Optional<String>> named = new LinkedHashMap<>();
    named.put("id", names.idColumn());
    named.put("question", names.questionColumn());
    named.put("messages", names.messagesColumn());
    named.put("history", names.historyColumn());
    named.put("expected", names.expectedColumn());
    named.put("facts", names.factsColumn());
    named.put("relevant-ids", names.relevantIdsColumn());
    named.put("relevant-passages", names.relevantPassagesColumn());
    named.put("condition", names.conditionColumn());
    named.put("answerable", names.answerableColumn());
    named.put("perturbation", names.perturbationColumn());
    named.put("parent", names.parentColumn());
    named.put("query-type", names.queryTypeColumn());
    named.put("difficulty", names.difficultyColumn());
    named.put("weight", names.weightColumn());
    named.put("inclusion-probability", names.inclusionProbabilityColumn());
    named.put("group", names.groupColumn());
    named.forEach(
        (role, column) ->
            column
                .map(name -> Fields.required(name, there, owner + "." + role + "-column"))
                .or(() -> role.equals("id") && !suite ? Optional.empty() : there.of(preset, role))
                .ifPresent(name -> columns.put(role, name)));
    if (names.historyColumn().isPresent()) {
      columns.remove("messages"); // the two are not configured together
    }
    if (byId && columns.containsKey("id")) { // a question that no record has is none
      List.of("question", "messages")
          .forEach(
              role ->
                  column(role)
                      .filter(name -> !Fields.has(there.filled(), name))
                      .ifPresent(name -> columns.remove(role)));
    }
    boolean asks = columns.containsKey("question") || columns.containsKey("messages");
    if (!asks && !(byId && columns.containsKey("id"))) {
      throw new StageException(
          "%s: there is no column for the question (%s). Columns: %s. Name it with question-column."
              .formatted(owner, String.join(", ", preset.names("question")), there));
    }
    Set<String> used = new HashSet<>(taken);
    columns.values().forEach(name -> used.add(Fields.column(there.all(), name)));
    for (String name : names.attributeColumns().orElse(attributes)) {
      if (name.equals(ALL)) {
        there.all().stream().filter(other -> !used.contains(other)).forEach(this.attributes::add);
      } else {
        this.attributes.add(Fields.required(name, there, owner + ".attribute-columns"));
      }
    }
  }

  /** The columns that {@link #over} adds and table test_cases has under the same names. */
  public static String[] stored() {
    return Arrays.stream(SCHEMA.fieldNames())
        .filter(List.of(Tables.TEST_CASES.schema().fieldNames())::contains)
        .toArray(String[]::new);
  }

  /** The column of a role, such as {@code expected}, if there is one. */
  Optional<String> column(String role) {
    return Optional.ofNullable(columns.get(role));
  }

  /**
   * The case of a record.
   *
   * @throws CaseRecordException where it is none
   */
  CaseRecord read(Map<String, String> record) {
    Map<String, String> kept = new TreeMap<>();
    attributes.forEach(
        name -> Fields.value(record, name).ifPresent(value -> kept.put(name, value)));
    Optional.ofNullable(kept.get(Rewrite.PASSAGES))
        .flatMap(Noises::problem)
        .ifPresent(
            problem -> {
              throw new CaseRecordException(problem);
            });
    CaseValues values = new CaseValues(columns, separator, record);
    values.text("id").ifPresent(id -> kept.put("id", id));
    AskedTurn asked = asked(values);
    return new CaseRecord(
        values.text("id"),
        asked.question(),
        asked.before(),
        values.texts("expected", true),
        values.texts("facts", false),
        values.texts("relevant-ids", true),
        values.texts("relevant-passages", true),
        values.condition(),
        values.answerable(),
        values.text("perturbation"),
        values.text("parent"),
        values.text("query-type"),
        values.difficulty(),
        values.weight(),
        values.text("group"),
        kept);
  }

  /** What it asks; of a record that is known by its id alone, nothing. */
  private AskedTurn asked(CaseValues values) {
    Optional<String> question = values.text("question");
    Optional<String> messages = values.text("messages");
    if (question.isEmpty() && messages.isEmpty()) {
      boolean asks = columns.containsKey("question") || columns.containsKey("messages");
      if (asks || values.text("id").isEmpty()) {
        throw new CaseRecordException(
            asks ? "the record has no question" : "the record has neither a question nor an id");
      }
      question = Optional.of("");
    }
    return AskedTurn.of(question, messages, values.text("history"));
  }

  /**
   * Rows of {@link SourceRows} with what they say of a case, {@code reason} why they are none (else
   * NULL), and {@code row}, the record as given.
   */
  public Dataset<Row> over(Dataset<Row> rows) {
    StructType all = SourceRows.SCHEMA;
    for (StructField field : SCHEMA.fields()) {
      all = all.add(field);
    }
    StructType schema = all;
    return rows.map(
        (MapFunction<Row, Row>) row -> with(row, NamedRow.of(schema)), Encoders.row(schema));
  }

  private Row with(Row from, NamedRow row) {
    row.copy(from, SourceRows.SCHEMA.fieldNames());
    String malformed = from.getAs(SourceRows.MALFORMED);
    Map<String, String> record =
        new TreeMap<>(RowValues.<String, String>map(from, SourceRows.COLUMNS));
    record.values().removeIf(Objects::isNull);
    row.set("row", malformed == null ? json(record) : malformed);
    if (malformed != null) {
      return row.set(
              "reason",
              "the record is malformed"
                  + JsonRecords.problem(malformed).map(why -> ": " + why).orElse(""))
          .build();
    }
    try {
      CaseRecord read = read(record);
      return row.set("id", read.id())
          .set("question", read.question())
          .set("messages", ConversationRows.of(read.before()))
          .set("expected_answer", read.expectedAnswers().stream().findFirst())
          .set(
              "expected_answers",
              Optional.of(read.expectedAnswers()).filter(answers -> answers.size() > 1))
          .set("facts", read.facts())
          .set("relevant_doc_ids", read.relevantIds())
          .set(
              "relevant_passages",
              Optional.of(read.relevantPassages()).filter(passages -> !passages.isEmpty()))
          .set("condition", read.condition())
          .set("answerable", read.answerable())
          .set("perturbation", read.perturbation())
          .set("parent", read.parent())
          .set("query_type", read.queryType())
          .set("difficulty", read.difficulty())
          .set("sampling_weight", read.weight())
          .set("group", read.group())
          .set("attributes", read.attributes())
          .build();
    } catch (CaseRecordException e) {
      return row.set("reason", e.getMessage()).build();
    }
  }

  private static String json(Map<String, String> record) {
    try {
      return JSON.writeValueAsString(record);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A map of texts is JSON", e);
    }
  }

  @Override
  public String toString() {
    return columns.entrySet().stream()
        .map(column -> column.getKey() + " = " + column.getValue())
        .collect(Collectors.joining(", "));
  }
}
