package dev.assay.jobs.drift;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min_by;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.perturb.TwinAttributes;
import dev.assay.spark.Kept;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import scala.collection.Seq;

/**
 * Rows of table drift about the analysis before of the same name, of this night or another: the
 * questions, and each system's answers, passages and scores. Twins that stage {@code perturb} made
 * are left out.
 */
public final class DriftBetween {
  /** Groups of either side; of more, those with the smallest hashes. */
  static final int MOST_GROUPS = 300;

  /** The key of a response of any night. */
  static final Seq<String> NIGHTLY =
      RunCoverage.on(List.of("case_id", "system", "repeat", Table.NIGHT));

  private final Run run;
  private final String baseline;
  private final Moved moved;

  private DriftBetween(Run run, String baseline) {
    this.run = run;
    this.baseline = baseline;
    this.moved = new Moved(run, baseline);
  }

  /**
   * Adds the rows and returns how many there are.
   *
   * @param primaries metrics whose values together are a system's scores
   */
  public static long store(Run run, List<String> primaries) {
    List<Row> rows = new ArrayList<>(new Watch(run, primaries).rows());
    before(run).ifPresent(id -> rows.addAll(new DriftBetween(run, id).rows(primaries)));
    if (!rows.isEmpty()) {
      run.store().append(Tables.DRIFT, run.spark().createDataFrame(rows, Tables.DRIFT.schema()));
    }
    return rows.size();
  }

  /** The newest finished analysis of this run's name but itself. */
  public static Optional<String> before(Run run) {
    return run
        .store()
        .read(Tables.RUNS)
        .where(col("stage").equalTo("analyze").and(col("status").equalTo("done")))
        .where(col("name").equalTo(run.config().run().name()))
        .where(col("run_id").notEqual(run.runId()))
        .orderBy(col("ended_at").desc(), col("run_id"))
        .select("run_id")
        .limit(1)
        .collectAsList()
        .stream()
        .map(row -> row.<String>getAs("run_id"))
        .findFirst();
  }

  /** The responses that runs cover, with their nights and questions. */
  static Dataset<Row> covered(Run run, String... runIds) {
    return run.store()
        .read(Tables.RUN_CASES.ofAllNights())
        .where(col("run_id").isin((Object[]) runIds))
        .select("case_id", "system", "repeat", Table.NIGHT, "scores")
        .join(
            run.store()
                .read(Tables.TEST_CASES)
                .where(not(TwinAttributes.made()))
                .select("case_id", "group_id", "question"),
            "case_id");
  }

  private List<Row> rows(List<String> primaries) {
    Dataset<Row> now = covered(run, run.runId()).transform(Kept::cut);
    Dataset<Row> then = covered(run, baseline).transform(Kept::cut);
    List<Row> rows = new ArrayList<>();
    Dataset<Row> added = now.join(then, NIGHTLY, "left_anti").transform(Kept::cut);
    if (!added.isEmpty()) {
      moved
          .texts("questions", asked(then), asked(now.join(then, on("group_id"), "left_anti")))
          .forEach(rows::add);
      Dataset<Row> responses =
          run.store()
              .read(Tables.RESPONSES.ofAllNights())
              .where(col("status").equalTo("ok").and(col(Table.NIGHT).isin(nights(then, now))))
              .select(
                  col("case_id"),
                  col("system"),
                  col("repeat"),
                  col(Table.NIGHT),
                  col("answer"),
                  concat_ws(" ", col("contexts.text")).as("passages"));
      for (String subject : List.of("answer", "passages")) {
        Map<String, List<String>> later = bySystem(added.join(responses, NIGHTLY), col(subject));
        bySystem(then.join(responses, NIGHTLY), col(subject))
            .forEach(
                (system, before) ->
                    moved
                        .texts(
                            (subject.equals("answer") ? "answers of " : "passages of ") + system,
                            before,
                            later.getOrDefault(system, List.of()))
                        .forEach(rows::add));
      }
    }
    rows.addAll(new MovedScores(moved, primaries).rows(then, now));
    return rows;
  }

  private static Object[] nights(Dataset<Row> then, Dataset<Row> now) {
    return then
        .select(Table.NIGHT)
        .union(now.select(Table.NIGHT))
        .distinct()
        .collectAsList()
        .stream()
        .map(row -> row.<String>getAs(Table.NIGHT))
        .toArray();
  }

  private static Seq<String> on(String column) {
    return RunCoverage.on(List.of(column));
  }

  private static List<String> asked(Dataset<Row> covered) {
    return limited(
            covered.groupBy("group_id").agg(min_by(col("question"), col("case_id")).as("text")),
            "group_id")
        .orderBy("group_id")
        .collectAsList()
        .stream()
        .map(row -> row.<String>getAs("text"))
        .toList();
  }

  private static Map<String, List<String>> bySystem(Dataset<Row> covered, Column text) {
    Map<String, List<String>> texts = new TreeMap<>();
    limited(
            covered
                .where(text.notEqual(""))
                .groupBy("system", "group_id")
                .agg(min_by(text, struct("case_id", "repeat")).as("text")),
            "system",
            "group_id")
        .orderBy("system", "group_id")
        .collectAsList()
        .forEach(
            row ->
                texts
                    .computeIfAbsent(row.getAs("system"), s -> new ArrayList<>())
                    .add(row.getAs("text")));
    return texts;
  }

  /** At most {@value #MOST_GROUPS} groups a system, whatever the partitioning. */
  static Dataset<Row> limited(Dataset<Row> groups, String... keys) {
    Column system = new TreeSet<>(List.of(keys)).contains("system") ? col("system") : lit("");
    return groups
        .withColumn(
            "place",
            row_number()
                .over(
                    Window.partitionBy(system).orderBy(xxhash64(col("group_id")), col("group_id"))))
        .where(col("place").leq(MOST_GROUPS))
        .drop("place");
  }
}
