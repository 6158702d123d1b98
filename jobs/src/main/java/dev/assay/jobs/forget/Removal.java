package dev.assay.jobs.forget;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.text.TextSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Takes marks out of tables. */
final class Removal {
  /** Tables all of whose rows are found by key. */
  private static final Set<Table> BY_KEY =
      Set.of(
          Tables.DOCUMENTS,
          Tables.CHUNKS,
          Tables.STRATA,
          Tables.STRATUM_FITS,
          Tables.SAMPLES,
          Tables.CASE_STRATA,
          Tables.SCORES,
          Tables.SENTENCE_SCORES,
          Tables.LABELS,
          Tables.DECISIONS,
          Tables.REVIEW_QUEUE,
          Tables.RUN_CASES);

  /** Tables of which a row goes as a whole. */
  private static final Set<Table> WHOLE = Set.of(Tables.LLM_CALLS, Tables.REJECTED);

  private final Store store;
  private final Marks marks;
  private final TextSearch search;
  private final Set<String> words;

  Removal(Store store, Marks marks) {
    this.store = store;
    this.marks = marks;
    this.search = marks.search();
    this.words = TopicWords.gone(store, marks);
  }

  /**
   * What goes of a table.
   *
   * @param byKey rows with a key that is forgotten
   * @param deleted rows that speak of it, or whose text nobody knows
   * @param deletions how many they are
   * @param changed rows that speak of other things too, without it
   */
  record Found(
      Table table,
      Column byKey,
      long keyed,
      Dataset<Row> deleted,
      long deletions,
      List<Row> changed) {
    long rows() {
      return keyed + deletions;
    }
  }

  /** Changes nothing. */
  Found find(Table table) {
    if (table == Tables.EMBEDDINGS) {
      Dataset<Row> unknown = unknownTexts();
      return new Found(table, lit(false), 0, unknown, unknown.count(), List.of());
    }
    Column keyed = keyed(table);
    Dataset<Row> rows = store.read(table.ofAllNights());
    long byKey = rows.where(keyed).count();
    List<Row> deleted = new ArrayList<>();
    List<Row> changed = new ArrayList<>();
    if (!BY_KEY.contains(table)) {
      Predicate<String> gone = gone(table);
      for (Row row : speaking(table, rows.where(not(keyed)))) {
        Optional<Row> kept =
            WHOLE.contains(table)
                ? Optional.empty()
                : new Redaction(gone)
                    .of(row, Tables.OF_COMMANDS.contains(table) || table == Tables.TOPICS);
        if (kept.isPresent()) {
          changed.add(kept.get());
        } else {
          deleted.add(row);
        }
      }
    }
    return new Found(
        table, keyed, byKey, frame(table.ofAllNights(), deleted), deleted.size(), changed);
  }

  /**
   * Vectors of what is no chunk's text that stays. A vector says of its text by a hash alone which
   * it is, and questions with passages and noisy indexes have vectors of texts that stand in no
   * table: all of these go, and are computed again where they are needed.
   */
  private Dataset<Row> unknownTexts() {
    Dataset<Row> staying =
        store
            .read(Tables.CHUNKS)
            .where(not(Selection.in("chunk_id", marks.chunks())))
            .select(Keys.hash(col("text")).as("text_hash"));
    return store
        .read(Tables.EMBEDDINGS)
        .join(staying, RunCoverage.on(List.of("text_hash")), "left_anti");
  }

  /**
   * Takes out what was found. Rows of commands, which are written whoever has the store, are read
   * again: a run may have ended since.
   */
  void apply(Found before) {
    Found found = Tables.OF_COMMANDS.contains(before.table()) ? find(before.table()) : before;
    Table table = found.table().ofAllNights();
    if (found.keyed() > 0) {
      store.deleteWhere(table, found.byKey());
    }
    if (found.deletions() > 0) {
      store.delete(table, found.deleted(), table.keys());
    }
    if (!found.changed().isEmpty()) {
      store.merge(table, frame(table, found.changed()));
    }
  }

  private Dataset<Row> frame(Table table, List<Row> rows) {
    return store.spark().createDataFrame(rows, table.schema());
  }

  private List<Row> speaking(Table table, Dataset<Row> rows) {
    if (table == Tables.TOPICS) {
      Predicate<String> gone = gone(table);
      return rows.collectAsList().stream().filter(row -> Texts.any(row, gone)).toList();
    }
    TextSearch texts = search;
    return rows.filter((FilterFunction<Row>) row -> Marks.isIn(texts, row)).collectAsList();
  }

  private Predicate<String> gone(Table table) {
    return table == Tables.TOPICS
        ? text -> search.isIn(text) || TopicWords.words(text).stream().anyMatch(words::contains)
        : search::isIn;
  }

  private Column keyed(Table table) {
    Set<String> columns = Set.copyOf(Arrays.asList(table.schema().fieldNames()));
    Column keyed = lit(false);
    if (columns.contains("doc_id")) {
      keyed = keyed.or(Selection.in("doc_id", marks.documents()));
    }
    for (String chunk : List.of("chunk_id", "partner_chunk_id")) {
      if (columns.contains(chunk)) {
        keyed = keyed.or(Selection.in(chunk, marks.chunks()));
      }
    }
    if (columns.contains("case_id")) {
      keyed = keyed.or(Selection.in("case_id", marks.cases()));
      if (columns.contains("repeat") && !marks.responses().isEmpty()) {
        keyed = keyed.or(Responses.KEY.isin(marks.responses().toArray()));
      }
    }
    return keyed;
  }
}
