package dev.assay.report.covered;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.bench.MadeStore;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Direction;
import dev.assay.jobs.ShuffledRows;
import dev.assay.report.cost.CostTable;
import dev.assay.report.pairs.PairTables;
import dev.assay.spark.SharedSpark;
import dev.assay.stats.Range;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of a page about more cases than the driver has, against means in plain Java. */
@Tag("slow")
class CoveredCasesTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int QUESTIONS = 2_500;

  /** Questions that were changed, though not by stage {@code perturb}. */
  private static final int CHANGED = 7;

  private static final String MADE = "attributes['perturbation_meaning'] IS NOT NULL";

  @TempDir private static Path home;
  private static Store store;

  @BeforeAll
  static void fill() {
    MadeStore made =
        new MadeStore(QUESTIONS, MadeStore.names(2), 50, MadeStore.METRICS.subList(0, 1));
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=" + home.resolve("store"));
    store = new Store(SPARK, made.set(loader).load().config().store());
    made.fill(store);
    Dataset<Row> some = store.read(Tables.TEST_CASES).where("perturbation IS NULL").limit(CHANGED);
    Dataset<Row> changed =
        here(
            some.withColumn("perturbation", lit("theirs"))
                .withColumn("case_id", concat(lit("changed "), col("case_id"))));
    Dataset<Row> answers =
        here(
            store
                .read(Tables.RESPONSES)
                .withColumn("case_id", concat(lit("changed "), col("case_id")))
                .join(changed.select("case_id"), "case_id"));
    store.append(Tables.TEST_CASES, changed);
    store.append(Tables.RESPONSES, answers);
  }

  private static Dataset<Row> here(Dataset<Row> rows) {
    return SPARK.createDataFrame(rows.collectAsList(), rows.schema());
  }

  /** Answers to questions that are no twins of the stage. */
  private static List<Row> own() {
    Dataset<Row> cases = store.read(Tables.TEST_CASES);
    Map<String, String> groups =
        cases.where("NOT (" + MADE + ")").collectAsList().stream()
            .collect(Collectors.toMap(r -> r.getAs("case_id"), r -> r.getAs("group_id")));
    assertThat(groups).hasSize(QUESTIONS + CHANGED);
    assertThat(cases.count()).isGreaterThan(QUESTIONS);
    return store.read(Tables.RESPONSES).collectAsList().stream()
        .filter(row -> groups.containsKey(row.<String>getAs("case_id")))
        .toList();
  }

  /** One answer is about a case that is not there. */
  @Test
  void rowsAreAskedAboutByHashesAsByJoins() {
    Dataset<Row> answers = store.read(Tables.RESPONSES).select("case_id", "system", "repeat");
    Dataset<Row> rows = answers.union(answers.limit(1).withColumn("case_id", lit("gone")));
    try (CoveredCases hashed = CoveredCases.of(store);
        CoveredCases joined = CoveredCases.of(store, 0)) {
      alike(hashed.only(rows), joined.only(rows), answers.count());
      alike(hashed.withoutTwins(rows), joined.withoutTwins(rows), own().size());
      int changed = 2 * CHANGED; // two systems
      alike(hashed.unchanged(rows), joined.unchanged(rows), own().size() - changed + 1);
      Dataset<Row> columns = hashed.marked(rows).select("case_id", "system", "repeat", "changed");
      alike(
          columns,
          joined.marked(rows).select("case_id", "system", "repeat", "changed"),
          answers.count());
      assertThat(columns.where("changed").count())
          .isEqualTo(answers.count() - own().size() + changed);
    }
  }

  private static void alike(Dataset<Row> hashed, Dataset<Row> joined, long number) {
    assertThat(hashed.queryExecution().executedPlan().toString()).doesNotContain("Join");
    assertThat(joined.queryExecution().executedPlan().toString()).contains("Join");
    assertThat(hashed.count()).isEqualTo(joined.count()).isEqualTo(number);
    assertThat(hashed.exceptAll(joined).isEmpty()).isTrue();
  }

  @Test
  void twinsAreNoneOfTheAnswersWhoseCostIsShownAndNoAnswerMeetsAnother() throws Exception {
    Map<String, Double> means =
        own().stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.getAs("system"),
                    TreeMap::new,
                    Collectors.averagingDouble(
                        row -> RowValues.number(row, "latency_ms").orElseThrow())));
    Map<String, OptionalDouble> judged = new TreeMap<>();
    means.keySet().forEach(system -> judged.put(system, OptionalDouble.of(.5)));
    try (CoveredCases cases = CoveredCases.of(store);
        ShuffledRows shuffled = new ShuffledRows()) {
      List<CostTable.Line> lines =
          CostTable.of(cases.withoutTwins(store.read(Tables.RESPONSES)), judged);
      assertThat(lines).hasSameSizeAs(means.keySet());
      for (CostTable.Line line : lines) {
        assertThat(line.time()).isEqualTo(Math.round(means.get(line.system())) + "\u00a0ms");
        assertThat(line.n()).isEqualTo(Integer.toString(QUESTIONS + CHANGED));
      }
      assertThat(shuffled.rows()).as("sums of tasks").isLessThan(100);
    }
  }

  /** Cells are means over groups; an answer that was given twice counts once in its group. */
  @Test
  void aPairIsTheMeanOfItsGroups() throws Exception {
    Dataset<Row> answers = store.read(Tables.RESPONSES).select("case_id", "system", "repeat");
    Dataset<Row> again = answers.where("abs(hash(case_id)) % 10 = 0").withColumn("repeat", lit(1));
    Dataset<Row> analysed =
        answers
            .union(again)
            .withColumn("run_id", lit("r"))
            .withColumn("h", expr("abs(hash(case_id, 7)) % 1000"))
            .withColumn(
                "v", expr("CAST(abs(hash(case_id, system, repeat)) % 1000 AS DOUBLE) / 999"))
            .withColumn(
                "slices", expr("array(concat('stratum_id=', h % 2), concat('query_type=', h % 3))"))
            .withColumn("scores", expr("map('m.a', named_struct('value', v, 'passed', true))"))
            .select("run_id", "case_id", "system", "repeat", "scores", "slices");
    Dataset<Row> none = store.read(Tables.RUN_CASES).limit(0);
    store.append(Tables.RUN_CASES, none.unionByName(analysed, true));
    Map<String, String> groups =
        store.read(Tables.TEST_CASES).where("NOT (" + MADE + ")").collectAsList().stream()
            .collect(Collectors.toMap(r -> r.getAs("case_id"), r -> r.getAs("group_id")));
    Map<String, Map<String, List<Double>>> cells = new TreeMap<>();
    for (Row row :
        analysed
            .select(col("*"), col("scores").getItem("m.a").getField("value").as("value"))
            .collectAsList()) {
      String group = groups.get(row.<String>getAs("case_id"));
      if (group != null) {
        List<String> slices = row.getList(row.fieldIndex("slices"));
        cells
            .computeIfAbsent(row.getAs("system") + " " + slices, of -> new TreeMap<>())
            .computeIfAbsent(group, of -> new ArrayList<>())
            .add(row.getAs("value"));
      }
    }
    assertThat(cells).hasSize(12);
    for (PairTables.Table table :
        new PairTables("m.a", Direction.UP, OptionalDouble.of(.5), Range.SHARE, Map.of())
            .of(store, Optional.of("r"), .95)) {
      for (int topic = 0; topic < 2; topic++) {
        for (int kind = 0; kind < 3; kind++) {
          Map<String, List<Double>> of =
              cells.remove(table.system() + " [stratum_id=" + topic + ", query_type=" + kind + "]");
          PairTables.Cell cell = table.lines().get(topic).cells().get(kind);
          double mean =
              of.values().stream()
                  .mapToDouble(
                      some -> some.stream().mapToDouble(value -> value).average().orElseThrow())
                  .average()
                  .orElseThrow();
          assertThat(Double.parseDouble(cell.mean())).isCloseTo(mean, within(.0051));
          assertThat(cell.n()).isEqualTo(Integer.toString(of.size()));
        }
      }
    }
    assertThat(cells).isEmpty();
  }
}
