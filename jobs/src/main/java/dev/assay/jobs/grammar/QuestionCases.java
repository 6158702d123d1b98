package dev.assay.jobs.grammar;

import dev.assay.base.Hashes;
import dev.assay.grammar.AnswerType;
import dev.assay.grammar.CaseAttributes;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.fill.FilledQuery;
import dev.assay.grammar.fill.Truth;
import dev.assay.grammar.fill.Values;
import dev.assay.tables.Keys;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * Answered combinations as test cases: one for every wording of their template, in one group.
 *
 * @param time that the cases carry
 * @param searched whether there is a corpus, which was searched for the answers
 */
record QuestionCases(
    String suite,
    Timestamp time,
    Broadcast<ArrayList<GroundedTemplate>> templates,
    boolean searched)
    implements Serializable {
  private static final int HASH = 12;

  /** Rows of test_cases for rows of {@link FilledRows#ANSWERED} with an answer, or with NULL. */
  Dataset<Row> of(Dataset<Row> answered) {
    return answered.flatMap(
        (FlatMapFunction<Row, Row>) this::cases, Encoders.row(Tables.TEST_CASES.schema()));
  }

  private Iterator<Row> cases(Row row) {
    GroundedTemplate template = templates.value().get(row.<Integer>getAs("template"));
    List<Object> values =
        RowValues.<String>list(row, "values").stream().map(Values::decoded).toList();
    FilledQuery filled = new FilledQuery(template.sql(), values);
    Set<String> asked = new LinkedHashSet<>();
    List<Row> cases = new ArrayList<>();
    for (TextTemplate text : template.texts()) {
      String question = filled.question(text.text());
      if (asked.add(question)) {
        cases.add(aCase(row, template, text, question));
      }
    }
    return cases.iterator();
  }

  private Row aCase(Row row, GroundedTemplate template, TextTemplate text, String question) {
    Truth truth =
        new Truth(
            Truth.Outcome.valueOf(row.getAs("outcome")),
            type(row, "answer_type"),
            type(row, "value_type"),
            RowValues.list(row, "elements"));
    boolean known = truth.outcome() == Truth.Outcome.ANSWERED;
    String expected = known ? truth.expected() : null;
    return NamedRow.of(Tables.TEST_CASES)
        .set("case_id", Keys.caseId(suite, question, expected, null, null))
        .set("group_id", row.<String>getAs("group_id"))
        .set("suite", suite)
        .set("question", question)
        .set("expected_answer", expected)
        .set("query_type", template.sql().kind().id())
        .set("source_chunk_ids", List.of())
        .set("relevant_doc_ids", RowValues.<String>list(row, "documents"))
        .set("facts", truth.type() == AnswerType.SET ? truth.elements() : List.of())
        .set("answerable", known ? answerable(row.getAs("in_corpus")) : Optional.of(false))
        .set("attributes", attributes(row, template, text))
        .set("created_at", time)
        .set(
            "provenance",
            "grammar: sql template "
                + template.sql().id()
                + ", wording "
                + Hashes.sha256(text.text()).substring(0, HASH))
        .build();
  }

  /** What the database knows can be answered; where there is a corpus, what that one holds. */
  private Optional<Boolean> answerable(String inCorpus) {
    return switch (inCorpus) {
      case "yes" -> Optional.of(true);
      case "no" -> Optional.of(false);
      default -> searched ? Optional.empty() : Optional.of(true);
    };
  }

  private static Map<String, String> attributes(
      Row row, GroundedTemplate template, TextTemplate text) {
    Map<String, String> attributes = new TreeMap<>(text.attributes());
    attributes.put(CaseAttributes.SQL, row.getAs("query"));
    attributes.put(CaseAttributes.SQL_TEMPLATE, template.sql().id());
    attributes.put(CaseAttributes.QUERY_KIND, template.sql().kind().id());
    attributes.put(CaseAttributes.ANSWER_TYPE, row.getAs("answer_type"));
    attributes.put(CaseAttributes.VALUE_TYPE, row.getAs("value_type"));
    attributes.put(CaseAttributes.WORDING, Hashes.sha256(text.text()).substring(0, HASH));
    attributes.put(CaseAttributes.IN_CORPUS, row.getAs("in_corpus"));
    return attributes;
  }

  private static AnswerType type(Row row, String column) {
    return AnswerType.valueOf(row.<String>getAs(column).toUpperCase(java.util.Locale.ROOT));
  }
}
