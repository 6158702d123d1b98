package dev.assay.jobs.shrink;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;

import dev.assay.base.EditDistance;
import dev.assay.conformal.Decision;
import dev.assay.jobs.answers.Asking;
import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.calibrating.AskedDecisions;
import dev.assay.jobs.engine.PlacedCases;
import dev.assay.jobs.engine.ProbeCases;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.robustness.AttackGoals;
import dev.assay.jobs.robustness.DecisionName;
import dev.assay.jobs.scores.FewScores;
import dev.assay.jobs.suites.KnownCases;
import dev.assay.perturb.search.EditSearch.Verdict;
import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Asks questions of systems and has the answers scored, a batch at a time. They are cases of table
 * test_cases like others, named {@code shrink:PERTURBATION}, and covered by no {@code answer}: so
 * they are in no mean, and a killed search finds what it asked.
 */
final class Probes implements AutoCloseable {
  private static final StructType SHAPE =
      Tables.TEST_CASES.schema().add("system", "string").add("twin", "string");

  private final Run run;
  private final Asking asking;
  private final Set<String> metrics;
  private final FewScores scores;
  private final Map<Probe, String> ids = new HashMap<>();

  /**
   * @param metrics qualified, those that verdicts are wanted of
   */
  Probes(Run run, Asking asking, Set<String> metrics) {
    this.run = run;
    this.asking = asking;
    this.metrics = Set.copyOf(metrics);
    this.scores = new FewScores(run, evaluators()::contains);
  }

  private Set<String> evaluators() {
    Set<String> deciding = deciding();
    return Stream.concat(
            metrics.stream().filter(name -> DecisionName.parse(name).isEmpty()),
            deciding.isEmpty() ? Stream.of() : AskedDecisions.inputs(run, deciding).stream())
        .map(name -> name.replaceFirst("\\..*", ""))
        .collect(Collectors.toSet());
  }

  /** The case_id of what was asked. */
  String id(Probe probe) {
    return ids.get(probe);
  }

  /**
   * The verdicts by metric; none where there is no value.
   *
   * @param wanted with a search each whose twin it is a part of
   */
  Map<Probe, Map<String, Verdict>> ask(Map<Probe, Search> wanted) {
    List<Row> rows = new ArrayList<>();
    wanted.forEach((probe, search) -> rows.add(row(probe, search)));
    Dataset<Row> cases =
        run.spark()
            .createDataFrame(rows, SHAPE)
            .withColumn(
                "case_id",
                Keys.caseId(
                    col("suite"),
                    col("question"),
                    col("expected_answer"),
                    col("condition"),
                    col("perturbation"),
                    col("messages")));
    List<Row> keyed = cases.select("case_id", "system", "question", "twin").collectAsList();
    Map<String, List<Probe>> byCase = new TreeMap<>();
    for (Row row : keyed) {
      Probe probe = new Probe(row.getAs("system"), row.getAs("question"), row.getAs("twin"));
      ids.put(probe, row.getAs("case_id"));
      byCase
          .computeIfAbsent(row.getAs("case_id") + "|" + probe.system(), id -> new ArrayList<>())
          .add(probe);
    }
    Dataset<Row> asked = Kept.ifFew(pairs(keyed));
    run.step(
        "cases",
        () ->
            KnownCases.put(
                run, cases.drop("system", "twin", "created_at").dropDuplicates("case_id")));
    run.step("answers", () -> asking.ask(asked));
    Dataset<Row> covered =
        CommitBatches.kept(RunCoverage.responses(run, asked.withColumn("repeat", lit(0))));
    try {
      run.step("scores", () -> scores.store(covered, asked));
      return verdicts(covered, placedAs(keyed), byCase);
    } finally {
      covered.unpersist();
    }
  }

  private Dataset<Row> pairs(List<Row> keyed) {
    return run.spark()
        .createDataFrame(keyed, keyed.get(0).schema())
        .select("case_id", "system")
        .distinct();
  }

  private Map<Probe, Map<String, Verdict>> verdicts(
      Dataset<Row> covered, Dataset<Row> places, Map<String, List<Probe>> byCase) {
    Map<Probe, Map<String, Verdict>> found = new HashMap<>();
    byCase.values().forEach(same -> same.forEach(probe -> found.put(probe, new TreeMap<>())));
    Column fails = org.apache.spark.sql.functions.not(col("passed"));
    Dataset<Row> scored =
        run.store()
            .read(Tables.SCORES)
            .where(col("metric").isin(metrics.toArray()))
            .where(col("status").equalTo("ok").and(col("passed").isNotNull()))
            .join(covered.select(keys()), RunCoverage.keys(), "left_semi")
            .select(col("case_id"), col("system"), col("metric"), fails.as("fails"));
    Dataset<Row> met =
        covered
            .select(
                col("case_id"),
                col("system"),
                lit(AttackGoals.METRIC).as("metric"),
                AttackGoals.MEETS
                    .apply(col("attributes").getItem(AttackGoals.ATTRIBUTE), col("answer"))
                    .as("fails"))
            .where(col("fails").isNotNull());
    Dataset<Row> all = scored.unionByName(met).unionByName(decided(covered, places));
    for (Row row : run.step("verdicts", all::collectAsList)) {
      Verdict verdict = row.<Boolean>getAs("fails") ? Verdict.FAILS : Verdict.PASSES;
      for (Probe probe :
          byCase.getOrDefault(row.getAs("case_id") + "|" + row.getAs("system"), List.of())) {
        found.get(probe).put(row.getAs("metric"), verdict);
      }
    }
    return found;
  }

  private Set<String> deciding() {
    return metrics.stream()
        .flatMap(name -> DecisionName.parse(name).stream())
        .map(DecisionName::metric)
        .collect(Collectors.toSet());
  }

  /** The topics of the twins that the questions are parts of: each is decided as its twin is. */
  private Dataset<Row> placedAs(List<Row> keyed) {
    Dataset<Row> twins =
        PlacedCases.of(run.store()).select(col("case_id").as("twin"), col("stratum_id"));
    return run.spark()
        .createDataFrame(keyed, keyed.get(0).schema())
        .select("case_id", "twin")
        .groupBy("case_id")
        .agg(min("twin").as("twin"))
        .join(twins, "twin")
        .drop("twin");
  }

  /** What the machine does not accept fails. */
  private Dataset<Row> decided(Dataset<Row> covered, Dataset<Row> places) {
    Set<String> deciding = deciding();
    if (deciding.isEmpty()) {
      return run.spark()
          .createDataFrame(
              List.of(),
              StructType.fromDDL("case_id STRING, system STRING, metric STRING, fails BOOLEAN"));
    }
    return AskedDecisions.of(run, covered.drop("stratum_id").join(places, "case_id"), deciding)
        .select(
            col("case_id"),
            col("system"),
            DecisionName.column().as("metric"),
            col("decision").notEqual(Decision.ACCEPT.id()).as("fails"));
  }

  @Override
  public void close() {
    scores.close();
  }

  private static Column[] keys() {
    return RunCoverage.KEYS.stream()
        .map(org.apache.spark.sql.functions::col)
        .toArray(Column[]::new);
  }

  private static Row row(Probe probe, Search search) {
    Row twin = search.twin();
    Collection<String> own =
        List.of("case_id", "question", "perturbation", "intensity", "edit_distance", "provenance");
    NamedRow row = NamedRow.of(SHAPE);
    for (String column : Tables.TEST_CASES.schema().fieldNames()) {
      if (!own.contains(column)) {
        row.copy(twin, column);
      }
    }
    return row.set("case_id", "")
        .set("question", probe.question())
        .set("perturbation", ProbeCases.NAMED + twin.<String>getAs("perturbation"))
        .set("edit_distance", (long) EditDistance.between(search.origin(), probe.question()))
        .set("provenance", "shrink: a part of the edits of a twin")
        .set("system", probe.system())
        .set("twin", probe.twin())
        .build();
  }
}
