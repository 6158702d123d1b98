package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.SystemConfig;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.perturb.Rewrite;
import dev.assay.spark.Retrieving;
import dev.assay.spark.Tasks;
import dev.assay.spark.calls.PassageRows;
import dev.assay.spark.calls.SystemCalls;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The passages of generators behind endpoints that are handed them, the corpus's or recorded ones,
 * and twins whose passages are changed.
 *
 * @param systems those that are handed passages, by name
 */
record Passages(
    Run run,
    Map<String, SystemConfig> systems,
    Indexes indexes,
    Optional<RecordedPassages> recorded)
    implements AutoCloseable {
  static final int TOP_K = 5;
  private static final String WAS = "__was";

  static Passages of(Run run, Map<String, SystemConfig> systems) {
    Map<String, SystemConfig> given = new TreeMap<>(systems);
    given.values().removeIf(system -> system.contextsOf().isEmpty());
    return new Passages(
        run,
        systems,
        Indexes.of(run, finding(systems).values()),
        given.isEmpty() ? Optional.empty() : Optional.of(RecordedPassages.of(run, given)));
  }

  /** The systems that find passages in the corpus. */
  private static Map<String, SystemConfig> finding(Map<String, SystemConfig> systems) {
    Map<String, SystemConfig> finding = new TreeMap<>(systems);
    finding.values().removeIf(system -> system.contextsOf().isPresent());
    return finding;
  }

  /** What becomes of a case's passages; NULL of what is no such twin. */
  static Column changed() {
    return col("attributes").getItem(Rewrite.PASSAGES);
  }

  /** The same fingerprint where passages are as they were retrieved, else one of the change too. */
  static Column told(Column fingerprint) {
    return when(changed().isNull(), fingerprint)
        .otherwise(Keys.hash(fingerprint, changed(), col("parent_case_id")));
  }

  /** What the answers of a system depend on beside its endpoint; empty where it finds its own. */
  String provenance(String system) {
    SystemConfig config = systems.get(system);
    if (config == null) {
      return "";
    }
    return config.contextsOf().isPresent()
        ? " of " + config.contextsOf().get() + " " + run.config().run().seed()
        : String.join(
            " ",
            config.retriever().orElseThrow(),
            Integer.toString(config.topK().orElse(TOP_K)),
            config.retriever().orElseThrow().equals("dense")
                ? ModelSettings.embedderId(run.config().models())
                : "",
            indexes.of(config).value().fingerprint(),
            Long.toString(run.config().run().seed()));
  }

  /** {@code pending} with what each is handed; NULL for systems that find their own. */
  Dataset<Row> handed(Dataset<Row> pending) {
    Column none = lit(null).cast(Tables.RESPONSES.schema().apply("contexts").dataType());
    if (systems.isEmpty()) {
      return pending.withColumn(PassageRows.HANDED, none);
    }
    Dataset<Row> found =
        Stream.concat(
                found(pending), recorded.stream().map(of -> of.handed(some(pending, of.systems()))))
            .reduce(Dataset::unionByName)
            .orElseThrow();
    return pending.join(found, RunCoverage.on(List.of("case_id", "system")), "left");
  }

  private Dataset<Row> some(Dataset<Row> pending, Map<String, SystemConfig> of) {
    return pending
        .where(col("system").isin(of.keySet().toArray()))
        .dropDuplicates("case_id", "system");
  }

  private Stream<Dataset<Row>> found(Dataset<Row> pending) {
    Map<String, SystemConfig> finding = finding(systems);
    int tasks = finding.isEmpty() ? 0 : Tasks.of(pending.count() / finding.size());
    return finding.entrySet().stream()
        .map(
            system ->
                retrieving(system.getValue())
                    .apply(
                        pending
                            .where(col("system").equalTo(system.getKey()))
                            .dropDuplicates("case_id"),
                        tasks)
                    .withColumn("system", lit(system.getKey())));
  }

  /**
   * {@code cases} of all systems that are asked, without those of a generator of recorded passages
   * of which there are none, and with these in the fingerprint.
   *
   * @param first whether it was not told yet how many cases of a system are left out
   */
  Dataset<Row> withRecorded(Dataset<Row> cases, Predicate<String> first) {
    if (recorded.isEmpty()) {
      return cases;
    }
    RecordedPassages of = recorded.get();
    Dataset<Row> beside = of.beside(cases);
    Column given = col("system").isin(of.systems().keySet().toArray());
    Column without = given.and(col("contexts").isNull());
    beside
        .where(without)
        .groupBy("system")
        .agg(functions.count_distinct(col("case_id")).as("n"))
        .orderBy("system")
        .collectAsList()
        .stream()
        .filter(row -> first.test(row.getAs("system")))
        .forEach(
            row ->
                System.err.printf(
                    "%s: systems.%s is not asked %,d cases without recorded passages of '%s'"
                        + " (contexts-of).%n",
                    run.stage(),
                    row.<String>getAs("system"),
                    row.<Long>getAs("n"),
                    systems.get(row.<String>getAs("system")).contextsOf().orElseThrow()));
    return beside
        .where(functions.not(without))
        .withColumn(
            "fingerprint", when(given, of.told(col("fingerprint"))).otherwise(col("fingerprint")))
        .drop("contexts");
  }

  /**
   * Cases with an open turn, with the passages that are found for that turn in the place of those
   * for the question; noise is of the question alone. What was recorded is recorded for the whole.
   */
  Dataset<Row> ofTurns(Dataset<Row> open, SystemCalls asking) {
    Object[] finding = finding(systems).keySet().toArray();
    if (finding.length == 0) {
      return open;
    }
    Dataset<Row> turns =
        asking
            .turns(open.where(col("system").isin(finding)))
            .withColumn("parent_case_id", lit(null).cast("string"))
            .withColumn(
                "attributes",
                functions.map().cast(Tables.TEST_CASES.schema().apply("attributes").dataType()));
    Column[] columns = Arrays.stream(open.columns()).map(functions::col).toArray(Column[]::new);
    return open.withColumnRenamed(PassageRows.HANDED, WAS)
        .join(
            handed(turns).select("case_id", "system", "repeat", PassageRows.HANDED),
            RunCoverage.keys(),
            "left")
        .withColumn(
            PassageRows.HANDED,
            when(col("system").isin(finding), col(PassageRows.HANDED)).otherwise(col(WAS)))
        .select(columns);
  }

  private Retrieving retrieving(SystemConfig system) {
    return new Retrieving(
        indexes.of(system),
        system.retriever().orElseThrow(),
        system.topK().orElse(TOP_K),
        run.config().run().seed(),
        ModelSettings.source(run.config().models()));
  }

  /** Says which systems are not asked what they cannot be. */
  void tell(String system, long twins) {
    if (twins > 0) {
      System.err.printf(
          "%s: systems.%s is not asked %,d twins whose passages are changed: it finds its passages"
              + " itself. A generator that is handed them has {contexts} in its prompt or body and"
              + " a retriever or contexts-of.%n",
          run.stage(), system, twins);
    }
  }

  @Override
  public void close() {
    indexes.close();
    recorded.ifPresent(RecordedPassages::close);
  }
}
