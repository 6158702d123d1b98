package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sequence;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import dev.assay.base.Hashes;
import dev.assay.config.SystemConfig;
import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.EmbeddedAnswering;
import dev.assay.spark.Kept;
import dev.assay.spark.Tasks;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Answers of the embedded demonstration systems to the cases, as often as they are asked. */
final class EmbeddedAnswers implements AutoCloseable {
  private static final int FIRST_SLICE = 1000;

  private final Run run;
  private final SortedMap<String, SystemConfig> systems;
  private final Indexes indexes;

  /**
   * @param systems the embedded systems by name
   */
  EmbeddedAnswers(Run run, SortedMap<String, SystemConfig> systems) {
    this.run = run;
    this.systems = systems;
    this.indexes = Indexes.of(run, systems.values());
  }

  /** Answers to all cases, each as often as configured. */
  Answer.Collected collect() {
    return collect(cases(CasesToAsk.of(run), run.config().answer().repeats()));
  }

  /** All systems answer the same slice of {@code cases} before it is stored. */
  Answer.Collected collect(Dataset<Row> cases) {
    Dataset<Row> pending =
        cases.join(
            run.store().read(Tables.RESPONSES).select("case_id", "system", "repeat", "fingerprint"),
            RunCoverage.on(List.of("case_id", "system", "repeat", "fingerprint")),
            "left_anti");
    AtomicLong written = new AtomicLong();
    new CommitBatches(run.config().pipeline(), FIRST_SLICE)
        .forEachCounted(
            "answer",
            pending,
            new Column[] {col("group_id")},
            (slice, rows) -> written.addAndGet(commit(answered(slice, rows))));
    Dataset<Row> covered =
        cases
            .select(
                col("case_id"),
                col("system"),
                col("repeat"),
                col("messages").isNotNull().cast("int").as("later"))
            .transform(Kept::cut);
    Row counted =
        covered.agg(count(lit(1)).as("all"), coalesce(sum("later"), lit(0L)).as("later")).head();
    LastQuestions.tell(
        String.join(", ", systems.keySet()),
        "embedded systems know no conversations",
        counted.<Long>getAs("later"));
    return new Answer.Collected(
        covered.drop("later"),
        Counts.of("answers", counted.<Long>getAs("all")).and("answers new", written.get()));
  }

  @Override
  public void close() {
    indexes.close();
  }

  /**
   * Every case of {@code rows} once for each system and repeat, with the fingerprint of what
   * answers it.
   */
  Dataset<Row> cases(Dataset<Row> rows, int repeats) {
    Column[] asked =
        systems.entrySet().stream()
            .map(
                system ->
                    struct(
                        lit(system.getKey()).as("system"),
                        lit(provenance(system.getValue())).as("provenance")))
            .toArray(Column[]::new);
    return rows.withColumn("__asked", explode(array(asked)))
        .withColumn("system", col("__asked.system"))
        .withColumn("repeat", explode(sequence(lit(0), lit(repeats - 1))))
        .withColumn(
            "fingerprint",
            Passages.told(
                Keys.hash(col("case_id"), col("facts").cast("string"), col("__asked.provenance"))))
        .drop("__asked");
  }

  private String provenance(SystemConfig system) {
    return Hashes.sha256(
        system.toString(),
        ModelSettings.embedderId(run.config().models()),
        indexes.of(system).value().fingerprint(),
        Long.toString(run.config().run().seed()));
  }

  private Dataset<Row> answered(Dataset<Row> slice, long rows) {
    return systems.entrySet().stream()
        .map(
            system ->
                answering(system.getValue())
                    .apply(
                        slice.where(col("system").equalTo(system.getKey())),
                        Tasks.of(rows / systems.size())))
        .reduce(Dataset::union)
        .orElseThrow();
  }

  private EmbeddedAnswering answering(SystemConfig system) {
    return new EmbeddedAnswering(
        indexes.of(system),
        system.retriever().orElse("dense"),
        system.maxTerms().orElse(Integer.MAX_VALUE),
        system.topK().orElse(5),
        system.answerSentences().orElse(2),
        system.faults().orElse(0.0),
        new TreeMap<>(system.faultsWhere().orElse(Map.of())),
        system.retrievalFaults().orElse(0.0),
        run.config().run().seed(),
        ModelSettings.source(run.config().models()));
  }

  private long commit(Dataset<Row> answers) {
    Dataset<Row> rows =
        Answer.withoutUsage(answers)
            .withColumn("status", lit("ok"))
            .withColumn("error", lit(null).cast("string"))
            .withColumn("answered_at", lit(run.time()))
            .transform(Kept::cut);
    run.store().merge(Tables.RESPONSES, rows);
    return rows.count();
  }
}
