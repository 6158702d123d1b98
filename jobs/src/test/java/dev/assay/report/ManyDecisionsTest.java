package dev.assay.report;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.bench.MadeStore;
import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.ShuffledRows;
import dev.assay.jobs.SparkJobs;
import dev.assay.report.Findings.Decided;
import dev.assay.report.Findings.Mean;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions about more cases than the driver has, against sums in plain Java. */
@Tag("slow")
class ManyDecisionsTest {
  private static final int QUESTIONS = 1500;

  @TempDir Path home;

  /**
   * At first cases are alone in their groups but for twins. Then there are groups of three cases in
   * one to three topics, answers given twice, weights, and decisions about answers that are none.
   * Some decisions have no probability.
   */
  @Test
  void groupsCountOnceAndRowsThatAreAloneInTheirsMeetNoOthers() throws Exception {
    MadeStore made =
        new MadeStore(QUESTIONS, MadeStore.names(2), 50, MadeStore.METRICS.subList(0, 1));
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=" + home.resolve("store"));
    AssayConfig config = made.set(loader).load().config();
    Store store = new Store(SharedSpark.session(), config.store());
    made.fill(store);
    try (Scope scope = Scope.of(store, config);
        SparkJobs jobs = new SparkJobs()) {
      assertThat(new DecisionRows(scope, Map.of()).decided()).isEmpty();
      assertThat(jobs.labels()).as("nothing is read where nothing was decided").isEmpty();
    }
    Dataset<Row> answers = store.read(Tables.RESPONSES);
    decide(store, answers);
    try (Scope scope = Scope.of(store, config);
        ShuffledRows shuffled = new ShuffledRows()) {
      new DecisionRows(scope, Map.of()).decided();
      // Cases meet by their groups, and sums of a task; of decisions there are 6,000.
      assertThat(shuffled.rows()).isBetween((long) QUESTIONS, QUESTIONS + 1_000L);
    }
    List<Row> first = answers.limit(5).collectAsList();
    also(store);
    decide(
        store,
        SharedSpark.session()
            .createDataFrame(first, answers.schema())
            .withColumn("repeat", lit(9)));
    try (Scope scope = Scope.of(store, config)) {
      Map<String, Decided> expected = expected(scope);
      assertThat(expected).hasSizeGreaterThan(10);
      for (long most : new long[] {0, Long.MAX_VALUE}) {
        List<Decided> decided = new DecisionRows(scope, Map.of()).decided(most);
        assertThat(decided).hasSameSizeAs(expected.keySet());
        for (Decided one : decided) {
          alike(one, expected.get(one.metric() + " " + one.system() + " " + one.topic()));
        }
      }
    }
  }

  /** Two more cases in one group of three, most in a topic; every tenth answer twice. */
  private static void also(Store store) {
    Dataset<Row> cases =
        store.read(Tables.TEST_CASES).where("attributes['perturbation_meaning'] IS NULL");
    Dataset<Row> second =
        cases
            .where("abs(hash(case_id)) % 3 = 0")
            .withColumn("nth", expr("explode(array('second ', 'third '))"))
            .withColumn("h", expr("abs(hash(case_id, nth)) % 1000"))
            .withColumn("stratum_id", expr("CASE WHEN h % 4 > 0 THEN h % 3 END"))
            .withColumn("sampling_weight", expr("CAST(1 + h % 5 AS DOUBLE)"))
            .withColumn("of", col("case_id"))
            .withColumn("case_id", concat(col("nth"), col("of")))
            .drop("nth", "h");
    second = SharedSpark.session().createDataFrame(second.collectAsList(), second.schema());
    Dataset<Row> answers = store.read(Tables.RESPONSES);
    Dataset<Row> further =
        answers
            .withColumnRenamed("case_id", "of")
            .join(second.select("case_id", "of"), "of")
            .drop("of")
            .unionByName(answers.where("abs(hash(case_id)) % 10 = 0").withColumn("repeat", lit(1)));
    further = SharedSpark.session().createDataFrame(further.collectAsList(), further.schema());
    store.append(Tables.TEST_CASES, second.drop("of"));
    store.append(Tables.RESPONSES, further);
    Dataset<Row> covered = store.read(Tables.RUN_CASES);
    Dataset<Row> run = covered.select("run_id").distinct();
    Dataset<Row> also = further.select("case_id", "system", "repeat").crossJoin(run);
    store.append(Tables.RUN_CASES, covered.limit(0).unionByName(also, true));
    decide(store, further);
  }

  private static void decide(Store store, Dataset<Row> answers) {
    Dataset<Row> of =
        answers
            .select("case_id", "system", "repeat")
            .withColumn("metric", expr("explode(array('m.a', 'm.b'))"))
            .withColumn("dimension", lit("d"))
            .withColumn("h", expr("abs(hash(case_id, system, repeat, metric)) % 1000"))
            .withColumn("probability", expr("CASE WHEN h % 9 > 0 THEN h / 1000 END"))
            .withColumn(
                "decision", expr("element_at(array('accept', 'reject', 'refer'), h % 3 + 1)"))
            .withColumn("alpha", lit(.1))
            .withColumn("prediction_set", array(lit("1")))
            .withColumn("slice", lit("all"))
            .drop("h");
    Dataset<Row> decided = store.read(Tables.DECISIONS).limit(0).unionByName(of, true);
    store.append(
        Tables.DECISIONS,
        SharedSpark.session().createDataFrame(decided.collectAsList(), decided.schema()));
  }

  private static Map<String, Decided> expected(Scope scope) {
    List<Row> rows =
        scope
            .read(Tables.DECISIONS)
            .join(scope.responses(), Scope.columns())
            .join(scope.cases(), "case_id")
            .where("attributes['perturbation_meaning'] IS NULL")
            .collectAsList();
    Map<String, List<Row>> cells = new TreeMap<>();
    for (Row row : rows) {
      String of = row.getAs("metric") + " " + row.getAs("system") + " ";
      cells.computeIfAbsent(of, none -> new ArrayList<>()).add(row);
      Integer stratum = row.getAs("stratum_id");
      if (stratum != null) {
        cells.computeIfAbsent(of + stratum, none -> new ArrayList<>()).add(row);
      }
    }
    Map<String, Decided> expected = new TreeMap<>();
    cells.forEach(
        (key, of) -> expected.put(key, decided(of, scope.config().analyze().confidence())));
    return expected;
  }

  /**
   * A group is one in each topic. The error of a ratio, linearised: √(n/(n-1) Σ w²(p-p̄)²) / Σ w.
   */
  private static Decided decided(List<Row> rows, double confidence) {
    List<double[]> groups = new ArrayList<>();
    rows.stream()
        .collect(
            Collectors.groupingBy(row -> row.getAs("group_id") + " " + row.getAs("stratum_id")))
        .values()
        .forEach(
            group ->
                mean(group, "probability")
                    .ifPresent(
                        p ->
                            groups.add(
                                new double[] {mean(group, "sampling_weight").orElse(1), p})));
    double w = groups.stream().mapToDouble(group -> group[0]).sum();
    double p = groups.stream().mapToDouble(group -> group[0] * group[1]).sum() / w;
    double squares =
        groups.stream().mapToDouble(group -> Math.pow(group[0] * (group[1] - p), 2)).sum();
    int n = groups.size();
    double half =
        new TDistribution(n - 1.0).inverseCumulativeProbability((1 + confidence) / 2)
            * Math.sqrt(squares * n / (n - 1))
            / w;
    return new Decided(
        "",
        "d",
        "",
        "",
        votes(rows, "accept"),
        votes(rows, "reject"),
        votes(rows, "refer"),
        new Mean(
            OptionalDouble.of(p),
            OptionalDouble.of(Math.max(0, p - half)),
            OptionalDouble.of(Math.min(1, p + half)),
            n));
  }

  /** Of the rows that have it; a case without a weight has 1. */
  private static OptionalDouble mean(List<Row> rows, String column) {
    return rows.stream()
        .map(row -> row.<Double>getAs(column))
        .map(x -> x == null && column.equals("sampling_weight") ? Double.valueOf(1) : x)
        .filter(Objects::nonNull)
        .mapToDouble(x -> x)
        .average();
  }

  private static long votes(List<Row> rows, String decision) {
    return rows.stream().filter(row -> decision.equals(row.getAs("decision"))).count();
  }

  private static void alike(Decided one, Decided expected) {
    assertThat(List.of(one.accept(), one.reject(), one.refer()))
        .containsExactly(expected.accept(), expected.reject(), expected.refer());
    Mean mean = one.probability();
    assertThat(mean.groups()).isEqualTo(expected.probability().groups());
    assertThat(
            new double[] {
              mean.estimate().orElseThrow(), mean.low().orElseThrow(), mean.high().orElseThrow()
            })
        .containsExactly(
            new double[] {
              expected.probability().estimate().orElseThrow(),
              expected.probability().low().orElseThrow(),
              expected.probability().high().orElseThrow()
            },
            within(1e-9));
  }
}
