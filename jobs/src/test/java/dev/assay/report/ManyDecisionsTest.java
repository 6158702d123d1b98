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
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions about more cases than the driver has, against sums in plain Java. */
class ManyDecisionsTest {
  @TempDir Path home;

  /**
   * Cases alone in their groups, twins, groups of three cases in one to three topics, answers given
   * twice, weights, decisions without a probability, and about answers that are none.
   */
  @Test
  void groupsCountOnceWhetherTheirRowsMeetOrNot() {
    MadeStore made = new MadeStore(3200, MadeStore.names(2), 50, MadeStore.METRICS);
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=" + home.resolve("store"));
    for (String setting : made.settings()) {
      loader = loader.set(setting);
    }
    AssayConfig config = loader.load().config();
    Store store = new Store(SharedSpark.session(), config.store());
    made.fill(store);
    also(store);
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
    Dataset<Row> of =
        store
            .read(Tables.RESPONSES)
            .unionByName(answers.limit(5).withColumn("repeat", lit(9)))
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

  /** A group is one in each topic. */
  private static Decided decided(List<Row> rows, double confidence) {
    long groups = 0;
    double[] sums = new double[5];
    for (List<Row> group :
        rows.stream()
            .collect(
                Collectors.groupingBy(row -> row.getAs("group_id") + " " + row.getAs("stratum_id")))
            .values()) {
      var p =
          group.stream()
              .map(row -> row.<Double>getAs("probability"))
              .filter(Objects::nonNull)
              .mapToDouble(x -> x)
              .average();
      double w =
          group.stream()
              .map(row -> row.<Double>getAs("sampling_weight"))
              .mapToDouble(x -> x == null ? 1 : x)
              .average()
              .orElseThrow();
      if (p.isPresent()) {
        groups++;
        double q = p.getAsDouble();
        double[] more = {w, w * q, w * w, w * w * q, w * w * q * q};
        for (int i = 0; i < sums.length; i++) {
          sums[i] += more[i];
        }
      }
    }
    Mean mean = DecisionRows.mean(groups, sums[0], sums[1], sums[2], sums[3], sums[4], confidence);
    return new Decided(
        "", "d", "", "", votes(rows, "accept"), votes(rows, "reject"), votes(rows, "refer"), mean);
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
