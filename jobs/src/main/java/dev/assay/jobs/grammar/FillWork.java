package dev.assay.jobs.grammar;

import dev.assay.base.Hashes;
import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.grammar.FillConfig;
import dev.assay.grammar.AnswerType;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.QueryKind;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.Answer;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseException;
import dev.assay.grammar.fill.Combinations;
import dev.assay.grammar.fill.CorpusFacts;
import dev.assay.grammar.fill.FilledQuery;
import dev.assay.grammar.fill.FirstRows;
import dev.assay.grammar.fill.Truth;
import dev.assay.grammar.fill.Values;
import dev.assay.grammar.shape.ParsedTemplate;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;

/**
 * What executors ask the database: one session a task, and no more tasks than {@code
 * grammar.fill.connections}. A statement that the database refuses costs its template or its
 * combination; a session that is gone ends the task.
 *
 * @param corpus what is searched for the answers; none: there is no corpus
 */
record FillWork(
    DatabaseConfig database,
    FillConfig fill,
    String suite,
    long seed,
    Broadcast<ArrayList<GroundedTemplate>> templates,
    List<Broadcast<CorpusSource>> corpus)
    implements Serializable {
  /** Documents that say the answer at most, for each of them to count as relevant. */
  private static final int MOST_DOCUMENTS = 5;

  /** What became of a combination whose statement failed. */
  static final String FAILED = "FAILED";

  /** Rows of {@link FilledRows#COMBINATION} for the templates at these places. */
  Dataset<Row> combinations(Dataset<Integer> places) {
    return places.mapPartitions(
        (MapPartitionsFunction<Integer, Row>)
            rows -> inSession(rows, session -> place -> combined(session, place)),
        Encoders.row(FilledRows.COMBINATION));
  }

  /** Rows of {@link FilledRows#ANSWERED} for rows of {@link FilledRows#COMBINATION}. */
  Dataset<Row> answers(Dataset<Row> combinations) {
    return combinations.mapPartitions(
        (MapPartitionsFunction<Row, Row>)
            rows ->
                inSession(
                    rows,
                    session -> {
                      Map<Integer, Query> queries = new HashMap<>();
                      return row -> Stream.of(answered(session, queries, row));
                    }),
        Encoders.row(FilledRows.ANSWERED));
  }

  /** Opens the session with the first row, and closes it when the task ends. */
  private <T> Iterator<Row> inSession(
      Iterator<T> rows, Function<Database, Function<T, Stream<Row>>> work) {
    if (!rows.hasNext()) {
      return java.util.Collections.emptyIterator();
    }
    Database session = Database.open(database);
    TaskContext.get()
        .addTaskCompletionListener((TaskCompletionListener) context -> session.close());
    Function<T, Stream<Row>> each = work.apply(session);
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false)
        .flatMap(each)
        .iterator();
  }

  private Stream<Row> combined(Database session, int place) {
    SqlTemplate template = templates.value().get(place).sql();
    NamedRow about = NamedRow.of(FilledRows.COMBINATION).set("template", place);
    try {
      Combinations.Drawn drawn =
          new Combinations(fill.maxCombinations(), seed).of(ParsedTemplate.of(template), session);
      about.set("there", drawn.there()).set("unsayable", drawn.unsayable());
      if (drawn.rows().isEmpty()) {
        about.set("problem", "the database has no values for its placeholders: " + template.sql());
      }
      Row summary = about.build();
      return Stream.concat(
          Stream.of(summary),
          drawn.rows().stream()
              .map(
                  values ->
                      NamedRow.of(FilledRows.COMBINATION)
                          .set("template", place)
                          .set("group_id", group(new FilledQuery(template, values).sql()))
                          .set("values", values.stream().map(Values::coded).toList())
                          .build()));
    } catch (DatabaseException e) {
      if (e.kind() == DatabaseException.Kind.GONE) {
        throw e;
      }
      return Stream.of(about.set("problem", e.getMessage()).build());
    }
  }

  /** The group of the questions with this SQL; the same where a suite's file names it. */
  private String group(String sql) {
    return Hashes.sha256(suite, sql);
  }

  /**
   * What is the same for all combinations of a template.
   *
   * @param equal the places of values that a row must have
   * @param joined whether it is of several tables
   */
  private record Query(
      SqlTemplate template,
      String prepared,
      Optional<FirstRows> first,
      List<Integer> equal,
      boolean joined) {

    static Query of(SqlTemplate template) {
      ParsedTemplate parsed = ParsedTemplate.of(template);
      List<Integer> equal = new ArrayList<>();
      for (int i = 0; i < template.placeholders().size(); i++) {
        Placeholder placeholder = template.placeholders().get(i);
        boolean compared =
            parsed.shape().stream()
                .flatMap(shape -> shape.conditions().stream())
                .anyMatch(c -> c.value().equals(placeholder) && !c.operator().equals("="));
        if (!compared) {
          equal.add(i);
        }
      }
      Optional<FirstRows> first = FirstRows.of(template);
      String all = FilledQuery.prepared(template);
      boolean joined = parsed.select().map(plain -> plain.getJoins() != null).orElse(false);
      return new Query(template, first.map(FirstRows::sql).orElse(all), first, equal, joined);
    }
  }

  private Row answered(Database session, Map<Integer, Query> queries, Row row) {
    int place = row.<Integer>getAs("template");
    Query query = queries.computeIfAbsent(place, at -> Query.of(templates.value().get(at).sql()));
    List<Object> values =
        RowValues.<String>list(row, "values").stream().map(Values::decoded).toList();
    FilledQuery filled = new FilledQuery(query.template(), values);
    NamedRow answered =
        NamedRow.of(FilledRows.ANSWERED)
            .copy(row, "template", "group_id", "values")
            .set("query", filled.sql());
    try {
      Answer answer = session.rows(query.prepared(), filled.parameters());
      Truth truth =
          query
              .first()
              .map(first -> first.truth(answer, fill.maxSet()))
              .orElseGet(() -> Truth.of(answer, fill.maxSet()));
      CorpusFacts.Found found = found(query, truth, values);
      return answered
          .set("outcome", truth.outcome().name())
          .set("answer_type", truth.type().id())
          .set("value_type", truth.valueType().id())
          .set("elements", truth.elements())
          .set("in_corpus", found.held().name().toLowerCase(java.util.Locale.ROOT))
          .set("documents", List.copyOf(found.documents()))
          .build();
    } catch (DatabaseException e) {
      if (e.kind() == DatabaseException.Kind.GONE) {
        throw e;
      }
      return answered.set("outcome", FAILED).set("problem", e.getMessage()).build();
    }
  }

  /** What is counted or computed stands in no document, and yet a reader may know it from them. */
  private CorpusFacts.Found found(Query query, Truth truth, List<Object> values) {
    CorpusFacts.Found unknown = new CorpusFacts.Found(CorpusFacts.Held.UNKNOWN, new TreeSet<>());
    QueryKind kind = query.template().kind();
    if (corpus.isEmpty()
        || query.equal().isEmpty()
        || truth.outcome() != Truth.Outcome.ANSWERED
        || truth.valueType() == AnswerType.BOOLEAN
        || kind == QueryKind.COUNT
        || kind == QueryKind.AGGREGATE) {
      return unknown;
    }
    List<String> said = query.equal().stream().map(i -> Values.text(values.get(i))).toList();
    CorpusFacts.Found found =
        corpus.get(0).value().facts().find(truth.elements(), said, query.joined());
    return found.documents().size() <= MOST_DOCUMENTS
        ? found
        : new CorpusFacts.Found(found.held(), new TreeSet<>());
  }
}
