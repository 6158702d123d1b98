package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_except;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.get;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.map_filter;
import static org.apache.spark.sql.functions.map_keys;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.sha2;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.substring_index;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;

import dev.assay.core.Field;
import dev.assay.core.Spec;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.ExampleRows;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * Which scores of which responses are missing: those without a row that has this content and this
 * provenance, and those of calls that failed in a way that may pass.
 */
final class PendingScores {
  /** Why there is no value, where it is worth another try. */
  static final Object[] AGAIN = {"endpoint_error", "timeout", "budget"};

  private static final String REPEATS = "repeats";
  private static final String INPUTS = "inputs";
  private static final String MISSING = "missing";

  /** The hash of a row by the attributes that any evaluator reads. */
  private static final String PLAIN = "__plain";

  private static final Object[] ANY_READS = ExampleRows.READ_AS_ATTRIBUTES.toArray();

  private PendingScores() {}

  /**
   * An evaluator, and all that its scores depend on but the row.
   *
   * @param provenance a hash
   */
  record Wanted(Spec spec, String provenance) {}

  /**
   * Covered responses with scores that are missing, in short: with what {@link #told} makes the map
   * {@code pending} of.
   */
  static Dataset<Row> of(Run run, Covered covered, List<Wanted> wanted) {
    Fingerprints fingerprints = new Fingerprints(wanted);
    boolean repeats = ofRepeats(wanted);
    Dataset<Row> done =
        covered
            .among(run.store().read(Tables.SCORES))
            .groupBy("case_id", "system", "repeat")
            .agg(
                array_except(
                        collect_set("fingerprint"),
                        collect_set(when(col("status").isin(AGAIN), col("fingerprint"))))
                    .as("done"));
    boolean stored = !run.store().isEmpty(Tables.SCORES);
    return (repeats ? withRepeats(covered.rows()) : covered.rows())
        .withColumn(PLAIN, plain())
        .withColumn(INPUTS, inputs(fingerprints, stored))
        .drop(PLAIN)
        .join(done, RunCoverage.keys(), "left")
        .withColumn(MISSING, fingerprints.missing(col(INPUTS), col("done"), others(repeats)))
        .where(size(col(MISSING)).gt(0))
        .drop("done");
  }

  /**
   * Rows of {@link #of} with the map {@code pending} of what is missing: evaluator id to
   * fingerprint.
   */
  static Dataset<Row> told(Dataset<Row> rows, List<Wanted> wanted) {
    return rows.withColumn(
            "pending",
            new Fingerprints(wanted).of(col(INPUTS), col(MISSING), others(ofRepeats(wanted))))
        .drop(INPUTS, MISSING);
  }

  /** Rows of {@link #of} with the array {@code evaluators}, the ids of what is missing. */
  static Dataset<Row> named(Dataset<Row> rows, List<Wanted> wanted) {
    Column ids = lit(wanted.stream().map(one -> one.spec().id()).toArray(String[]::new));
    return rows.withColumn("evaluators", transform(col(MISSING), number -> get(ids, number)));
  }

  private static boolean ofRepeats(List<Wanted> wanted) {
    return wanted.stream().anyMatch(one -> one.spec().needs().contains(Field.REPEATS));
  }

  private static Column others(boolean repeats) {
    return repeats ? col(REPEATS) : lit(null).cast("string");
  }

  /**
   * Hashes of what evaluators can read of a row, by the attributes that they read, and of all there
   * is: scores were stored under the latter, and hold as long as none of it has changed. The whole
   * row, passages too, is written and hashed again only where it has one of the attributes that
   * make a difference.
   *
   * @param stored whether there are any
   */
  static Column inputs(Fingerprints fingerprints, boolean stored) {
    List<Column> inputs = new ArrayList<>();
    for (String read : fingerprints.reads()) {
      Object[] names = read.split(Fingerprints.BETWEEN);
      List<Object> own = new ArrayList<>(List.of(names));
      own.removeAll(List.of(ANY_READS));
      inputs.add(
          own.isEmpty() ? col(PLAIN) : orPlain(name -> name.isin(own.toArray()), input(names)));
    }
    if (stored) {
      inputs.add(orPlain(name -> not(name.isin(ANY_READS)), input(col("attributes"))));
    }
    return array(inputs.toArray(Column[]::new));
  }

  /**
   * {@code input} where the row has an attribute that it counts and the plain hash does not; else
   * both are the same, and the plain one is there already.
   *
   * @param names whether a name is that of such an attribute
   */
  private static Column orPlain(UnaryOperator<Column> names, Column input) {
    Column any = exists(map_keys(col("attributes")), names::apply);
    return when(any, input).otherwise(col(PLAIN));
  }

  /** What {@link #inputs} finds as column {@value #PLAIN}. */
  static Column plain() {
    return input(ANY_READS);
  }

  private static Column input(Object[] names) {
    return input(map_filter(col("attributes"), (name, value) -> name.isin(names)));
  }

  private static Column input(Column attributes) {
    return sha2(to_json(content(attributes)), 256);
  }

  /** The other answers of the system to the same case, by repeat, as JSON; NULL for none. */
  private static Dataset<Row> withRepeats(Dataset<Row> covered) {
    Column all =
        collect_list(struct("repeat", "answer")).over(Window.partitionBy("case_id", "system"));
    return covered
        .withColumn(REPEATS, array_sort(all))
        .withColumn(
            REPEATS,
            expr(
                "transform(filter(repeats, r -> r.repeat <> repeat AND r.answer IS NOT NULL), r ->"
                    + " r.answer)"))
        .withColumn(REPEATS, when(size(col(REPEATS)).gt(0), to_json(col(REPEATS))));
  }

  /** What an evaluator can read of a row: this and nothing else makes its scores stale. */
  private static Column content(Column attributes) {
    return struct(
        col("group_id"),
        col("question"),
        col("messages"), // NULL is no part of the JSON: cases without turns hash as ever
        col("expected_answer"),
        col("contexts"),
        col("answer"),
        col("condition"),
        col("relevant_doc_ids"),
        col("facts"),
        col("answerable"),
        col("artifacts"),
        array_sort(map_entries(attributes)).as("attributes"),
        // NULL leaves no trace, so that cases without them keep their scores.
        col("expected_answers"),
        col("relevant_passages"));
  }

  /**
   * Rows of an earlier fingerprint go before new ones are appended, sentence rows with them.
   *
   * @param pending with the array {@code evaluators}
   */
  static void deleteStale(Store store, Covered covered, Dataset<Row> pending) {
    Dataset<Row> keys =
        pending.select(
            col("case_id"),
            col("system"),
            col("repeat"),
            explode(col("evaluators")).as("evaluator"));
    for (Table table : List.of(Tables.SENTENCE_SCORES, Tables.SCORES)) {
      if (store.isEmpty(table)) {
        continue;
      }
      Dataset<Row> stale =
          covered
              .among(store.read(table))
              .withColumn("evaluator", substring_index(col("metric"), ".", 1))
              .join(
                  keys,
                  RunCoverage.on(List.of("case_id", "system", "repeat", "evaluator")),
                  "left_semi");
      if (!stale.isEmpty()) {
        store.delete(table, stale, List.of("case_id", "system", "repeat", "metric"));
      }
    }
  }

  /** Appends both tables; the scores last, since they mark a response as done. */
  static void append(Store store, Dataset<Row> sentences, Dataset<Row> scores) {
    store.append(Tables.SENTENCE_SCORES, sentences);
    store.append(Tables.SCORES, scores);
  }
}
