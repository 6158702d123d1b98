package dev.assay.jobs.forget;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import dev.assay.jobs.engine.UsageException;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.text.TextSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * What has to go with a document or a case: of a document its chunks, the cases that were made from
 * them or quote them, and the responses that retrieved or quote it; of a case its twins and its
 * responses, of all nights.
 */
final class Selection {
  private static final List<Table> WITH_CONDITIONS =
      List.of(Tables.DOCUMENTS, Tables.TEST_CASES, Tables.RESPONSES);

  /**
   * A shorter part, such as a heading, does not say that a case or response quotes the document.
   */
  private static final int TELLING = 60;

  private final Store store;
  private final Marks marks = Marks.none();
  private final List<String> texts = new ArrayList<>();

  Selection(Store store) {
    this.store = store;
  }

  /** By key, address or the last part of its address. */
  Selection document(String document) {
    Column named =
        col("doc_id")
            .equalTo(document)
            .or(col("uri").equalTo(document))
            .or(col("uri").endsWith("/" + document));
    add(marks.documents(), Tables.DOCUMENTS, "doc_id", named);
    return this;
  }

  /** By key or by the id that a user's file gave it. */
  Selection testCase(String id) {
    Column own = col("case_id").equalTo(id).or(expr("attributes['id']").equalTo(id));
    add(marks.cases(), Tables.TEST_CASES, "case_id", own);
    add(marks.cases(), Tables.RESPONSES, "case_id", own);
    return this;
  }

  /** By a condition on the columns of documents, test_cases or responses. */
  Selection where(String condition) {
    List<String> refused = new ArrayList<>();
    for (Table table : WITH_CONDITIONS) {
      Optional<Dataset<Row>> rows = meeting(table, condition, refused);
      if (rows.isEmpty()) {
        continue;
      }
      if (table == Tables.DOCUMENTS) {
        marks.documents().addAll(list(rows.get().select("doc_id")));
      } else if (table == Tables.TEST_CASES) {
        marks.cases().addAll(list(rows.get().select("case_id")));
      } else {
        marks.responses().addAll(list(rows.get().select(Responses.KEY)));
      }
    }
    if (refused.size() == WITH_CONDITIONS.size()) {
      throw new UsageException(
          "--where '%s' is no condition on documents, test_cases or responses:\n  %s"
              .formatted(condition, String.join("\n  ", refused)));
    }
    return this;
  }

  /** The rows, unless the table has not the columns; any other failure is one. */
  private Optional<Dataset<Row>> meeting(Table table, String condition, List<String> refused) {
    try {
      return Optional.of(store.read(table.ofAllNights()).where(condition));
    } catch (Exception e) { // Scala throws checked exceptions that no signature declares
      if (e instanceof AnalysisException) {
        refused.add(table.name() + ": " + e.getMessage().lines().findFirst().orElse(""));
        return Optional.empty();
      }
      throw e;
    }
  }

  /** All that goes with it. */
  Marks complete() {
    Dataset<Row> documents = store.read(Tables.DOCUMENTS);
    Column ours = in("doc_id", marks.documents());
    add(marks.chunks(), Tables.CHUNKS, "chunk_id", ours);
    Set<String> quoted = new TreeSet<>();
    Set<String> telling = new TreeSet<>();
    if (!marks.documents().isEmpty()) {
      quoted.addAll(Fragments.of(list(documents.where(ours).select("text"))));
      for (String column : List.of("title", "uri")) {
        Set<String> names = Fragments.of(list(documents.where(ours).select(column)));
        names.removeIf(name -> name.length() < Fragments.LEAST); // Others may be called so too.
        quoted.addAll(names);
      }
      telling.addAll(quoted);
      telling.removeIf(part -> part.length() < TELLING);
      quoted.removeAll(found(quoted, documents.where(functions.not(ours))));
      telling.retainAll(quoted);
    }
    cases(telling);
    responses(telling);
    staying(quoted);
    marks.texts().addAll(quoted);
    marks.texts().addAll(own(quoted));
    return marks;
  }

  /** Takes out what also stands in a case or response that stays: it is no mark of the document. */
  private void staying(Set<String> quoted) {
    Column cases = in("case_id", marks.cases());
    Column responses = Responses.KEY.isin(marks.responses().toArray());
    quoted.removeAll(found(quoted, store.read(Tables.TEST_CASES).where(functions.not(cases))));
    quoted.removeAll(
        found(quoted, store.read(Tables.RESPONSES.ofAllNights()).where(functions.not(responses))));
  }

  private void cases(Set<String> quoted) {
    Column made = arrayHas("source_chunk_ids", marks.chunks());
    add(marks.cases(), Tables.TEST_CASES, "case_id", made);
    marks.cases().addAll(list(holding(Tables.TEST_CASES, quoted).select("case_id")));
    int before = -1;
    while (marks.cases().size() > before) {
      before = marks.cases().size();
      add(marks.cases(), Tables.TEST_CASES, "case_id", in("parent_case_id", marks.cases()));
    }
  }

  private void responses(Set<String> quoted) {
    Column retrieved =
        in("case_id", marks.cases())
            .or(arrayHas("contexts.doc_id", marks.documents()))
            .or(arrayHas("contexts.chunk_id", marks.chunks()));
    Dataset<Row> all = store.read(Tables.RESPONSES.ofAllNights());
    marks.responses().addAll(list(all.where(retrieved).select(Responses.KEY)));
    marks.responses().addAll(list(holding(Tables.RESPONSES, quoted).select(Responses.KEY)));
  }

  /** Fragments of the cases and responses that go which stand in nothing that stays. */
  private Set<String> own(Set<String> quoted) {
    Column cases = in("case_id", marks.cases());
    Column responses = Responses.KEY.isin(marks.responses().toArray());
    Dataset<Row> asked = store.read(Tables.TEST_CASES);
    Dataset<Row> said = store.read(Tables.RESPONSES.ofAllNights());
    Dataset<Row> wanted =
        asked
            .where(cases)
            .selectExpr(
                "question",
                "expected_answer",
                "facts",
                "expected_answers",
                "relevant_passages",
                "messages.content");
    wanted.collectAsList().forEach(row -> Texts.each(row, texts::add));
    said.where(responses)
        .selectExpr("answer", "contexts.text", "artifacts")
        .collectAsList()
        .forEach(row -> Texts.each(row, texts::add));
    Set<String> own = Fragments.of(texts);
    own.removeAll(quoted);
    own.removeAll(
        found(
            own,
            store.read(Tables.DOCUMENTS).where(functions.not(in("doc_id", marks.documents())))));
    own.removeAll(found(own, asked.where(functions.not(cases))));
    own.removeAll(found(own, said.where(functions.not(responses))));
    return own;
  }

  private Dataset<Row> holding(Table table, Set<String> fragments) {
    Dataset<Row> rows = store.read(table.ofAllNights());
    if (fragments.isEmpty()) {
      return rows.limit(0);
    }
    TextSearch search = new TextSearch(fragments);
    return rows.filter((FilterFunction<Row>) row -> Marks.isIn(search, row));
  }

  /** Those of the fragments that stand in {@code rows}. */
  private static Collection<String> found(Set<String> fragments, Dataset<Row> rows) {
    if (fragments.isEmpty()) {
      return List.of();
    }
    TextSearch search = new TextSearch(fragments);
    return rows.flatMap(
            (FlatMapFunction<Row, String>)
                row -> {
                  Set<String> found = new TreeSet<>();
                  Texts.each(row, text -> found.addAll(search.in(text)));
                  return found.iterator();
                },
            Encoders.STRING())
        .distinct()
        .collectAsList();
  }

  private void add(Set<String> marks, Table table, String column, Column wanted) {
    marks.addAll(list(store.read(table.ofAllNights()).where(wanted).select(column)));
  }

  private static List<String> list(Dataset<Row> column) {
    return column.distinct().as(Encoders.STRING()).collectAsList().stream()
        .filter(value -> value != null)
        .toList();
  }

  static Column in(String column, Set<String> values) {
    return values.isEmpty()
        ? lit(false)
        : functions.coalesce(col(column).isin(values.toArray()), lit(false));
  }

  private static Column arrayHas(String column, Set<String> values) {
    return values.isEmpty()
        ? lit(false)
        : functions.coalesce(
            functions.exists(expr(column), one -> one.isin(values.toArray())), lit(false));
  }
}
