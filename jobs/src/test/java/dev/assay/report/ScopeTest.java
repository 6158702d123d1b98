package dev.assay.report;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bench.MadeStore;
import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.PlacedCases;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.labels.LabelRows;
import dev.assay.report.Findings.Chunk;
import dev.assay.report.Findings.Cloud;
import dev.assay.report.Findings.TopicMap;
import dev.assay.report.Findings.WorstCase;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ScopeTest {
  private static final List<String> METRICS = MadeStore.METRICS;

  /** Of two systems to 3,200 questions and 1,280 twins. */
  private static final long ANSWERS = 8_960;

  @TempDir Path home;

  /** 8,960 answers with ten scores each, and rows about an answer that is none any more. */
  @Test
  void manyAnswersHaveTheirRowsAndNoOthers() {
    MadeStore made = new MadeStore(3200, MadeStore.names(2), 50, METRICS);
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=" + home.resolve("store"));
    AssayConfig config = made.set(loader).load().config();
    Store store = new Store(SharedSpark.session(), config.store());
    made.fill(store);
    Dataset<Row> gone = rows(store, Tables.SCORES).limit(3).withColumn("case_id", lit("gone"));
    Dataset<Row> failed =
        gone.withColumn("metric", lit("gone.gone"))
            .withColumn("status", lit("timeout"))
            .withColumn("reason", lit("gone"))
            .withColumn("value", lit(null).cast("double"))
            .withColumn("passed", lit(null).cast("boolean"));
    long scores = rows(store, Tables.SCORES).count();
    long labels = rows(store, Tables.LABELS).count();
    long values = rows(store, Tables.SCORES).where(col("metric").equalTo(METRICS.get(0))).count();
    store.append(Tables.SCORES, gone.withColumn("metric", lit(METRICS.get(0))));
    store.append(Tables.SCORES, failed);
    Column labelled =
        expr("IF(system = '" + MadeStore.names(2).get(0) + "', current_timestamp(), NULL)");
    store.append(
        Tables.REVIEW_QUEUE,
        rows(store, Tables.REVIEW_QUEUE)
            .unionByName(
                rows(store, Tables.RESPONSES)
                    .select(
                        col("case_id"),
                        col("system"),
                        col("repeat"),
                        lit("d").as("dimension"),
                        lit(.1).as("priority"),
                        lit("why").as("why"),
                        labelled.as("labelled_at")),
                true));
    Set<String> wanted = Set.of(METRICS.get(0));
    try (Scope scope = Scope.of(store, config)) {
      // What another writes meanwhile is not of this page.
      store.append(Tables.SCORES, rows(store, Tables.SCORES).where("case_id <> 'gone'").limit(9));
      assertThat(scope.fewScores()).isEmpty();
      assertThat(scope.responses().count()).isEqualTo(ANSWERS);
      ScoreRows read = new ScoreRows(scope);
      assertThat(scope.said().agg(Map.of("n", "sum")).head().getLong(0)).isEqualTo(scores);
      assertThat(read.metrics(Map.of())).containsOnlyKeys(METRICS.toArray(String[]::new));
      assertThat(read.missing()).noneMatch(missing -> missing.what().contains("gone.gone"));
      assertThat(scope.values(wanted).count()).isEqualTo(values).isEqualTo(ANSWERS);
      assertThat(scope.labels().count()).isEqualTo(labels).isPositive();
      assertThat(scope.scored(scope.labels(), wanted).count()).isEqualTo(labels);
      Cloud cloud = read.cloud(METRICS, read.systems(), Map.of());
      assertThat(cloud.total()).isEqualTo(ANSWERS);
      assertThat(cloud.values().get(METRICS.get(0))).hasSameSizeAs(cloud.rows());
      assertThat(cloud.rows()).hasSize(2 * (3000 + 1280));
      assertThat(questions(cloud)).isEqualTo(firstByHash(scope, 3000));
      assertThat(scope.asked(scope.covering()).count()).isEqualTo(2 * 3200);
      assertThat(scope.waiting(scope.covering()).count()).isEqualTo(3200);
      assertThat(scope.waiting(Optional.of("another")).count()).isZero();
      MetricFacts first = read.metrics(Map.of()).get(METRICS.get(0));
      assertThat(
              new WorstRows(scope, Map.of()).worst(first).stream().map(WorstCase::caseId).toList())
          .isEqualTo(worst(store, config.report().worstCases()));
      TopicMap map = new TopicRows(scope).map();
      Dataset<Row> placed =
          scope.read(Tables.CASE_STRATA).join(scope.read(Tables.TEST_CASES), "case_id");
      assertThat(map.total()).isEqualTo(placed.count());
      assertThat(map.chunks().stream().map(Chunk::start).toList())
          .isEqualTo(
              placed
                  .orderBy(xxhash64(col("case_id")))
                  .limit(map.chunks().size())
                  .select("question")
                  .as(Encoders.STRING())
                  .collectAsList());
      Dataset<Row> few =
          scope.responses().where("abs(hash(case_id)) % 3 = 0").select("case_id").distinct();
      Column[] shown = {col("case_id"), col("question"), col("stratum_id"), col("drawn")};
      Dataset<Row> all = scope.cases().join(few, RunCoverage.on(List.of("case_id")), "left_semi");
      assertThat(PlacedCases.of(store, few).select(shown).exceptAll(all.select(shown)).count())
          .isZero();
      assertThat(PlacedCases.of(store, few).count()).isEqualTo(few.count()).isGreaterThan(1000);
    }
    Dataset<Row> judged = rows(store, Tables.LABELS).limit(2).withColumn("response", lit("other"));
    store.append(Tables.LABELS, judged.withColumn("label_id", concat(lit("a"), col("label_id"))));
    store.append(
        Tables.LABELS,
        judged
            .withColumn("label_id", concat(lit("b"), col("label_id")))
            .withColumn("case_id", lit("gone")));
    Column much = expr("concat_ws(' ', transform(sequence(1, 40000), i -> sha2(string(i), 256)))");
    store.append(
        Tables.RESPONSES,
        rows(store, Tables.RESPONSES)
            .limit(1)
            .withColumn("case_id", lit("much"))
            .withColumn("answer", much));
    assertThat(store.isSmall(Tables.LABELS)).isTrue();
    assertThat(store.isSmall(Tables.RESPONSES)).isFalse();
    // What judged another answer falls; of what judged one that is not there nobody knows better.
    List<String> standing =
        LabelRows.standing(store).select("label_id").as(Encoders.STRING()).collectAsList();
    assertThat(standing).hasSize((int) labels + 2);
    assertThat(standing.stream().filter(id -> id.length() > 64))
        .hasSize(2)
        .allMatch(id -> id.startsWith("b"));
    store.append(
        Tables.RUN_CASES, rows(store, Tables.RUN_CASES).where("run_id = 'evaluate'").limit(2));
    try (Scope scope = Scope.of(store, config)) { // as two commands at once could leave a run
      assertThat(scope.responses().count()).isEqualTo(ANSWERS);
    }
  }

  /** One is of no run. */
  @Test
  void theAnswersOfAnAnalysisAreThoseThatItCovers() {
    SampleStore sample = SampleStore.full(home);
    Dataset<Row> other = rows(sample.store(), Tables.RESPONSES).limit(1);
    sample.store().append(Tables.RESPONSES, other.withColumn("case_id", lit("elsewhere")));
    Optional<String> analysis;
    long covered;
    try (Scope scope = Scope.of(sample.store(), sample.config())) {
      analysis = scope.run("analyze");
      covered =
          rows(sample.store(), Tables.RUN_CASES)
              .where(col("run_id").equalTo(analysis.orElseThrow()))
              .count();
      assertThat(scope.answers(analysis).count()).isEqualTo(covered).isPositive();
      assertThat(scope.answers(Optional.of("another")).count()).isZero();
      assertThat(scope.answers(Optional.empty()).count()).isZero();
    }
  }

  /** Those of the least value of each system, of questions that are no twins. */
  private static List<String> worst(Store store, int number) {
    List<String> worst = new ArrayList<>();
    Dataset<Row> own =
        rows(store, Tables.TEST_CASES).where("perturbation IS NULL").select("case_id");
    for (String system : MadeStore.names(2).stream().sorted().toList()) {
      worst.addAll(
          rows(store, Tables.SCORES)
              .where(col("metric").equalTo(METRICS.get(0)).and(col("system").equalTo(system)))
              .join(own, "case_id")
              .orderBy("value", "case_id", "repeat")
              .limit(number)
              .select("case_id")
              .as(Encoders.STRING())
              .collectAsList());
    }
    return worst;
  }

  /** From the least score of its metric to the greatest, of the answers in scope. */
  @Test
  void aCurveSpansTheScoresOfItsMetric() {
    SampleStore sample = SampleStore.full(home);
    try (Scope scope = Scope.of(sample.store(), sample.config())) {
      Dataset<Row> scores =
          rows(sample.store(), Tables.SCORES)
              .where("status = 'ok'")
              .join(scope.responses(), Scope.columns(), "left_semi");
      int drawn = 0;
      for (CalibrationSummary one : new CalibrationRows(scope).calibrations()) {
        if (!one.curve().isEmpty()) {
          Row ends =
              scores
                  .where(col("metric").equalTo(one.metric()))
                  .selectExpr("min(value)", "max(value)")
                  .head();
          assertThat(one.curve().get(0).score()).isEqualTo(ends.getDouble(0));
          assertThat(one.curve().get(one.curve().size() - 1).score()).isEqualTo(ends.getDouble(1));
          drawn++;
        }
      }
      assertThat(drawn).isPositive();
    }
  }

  /** Those drawn of one system's answers to questions that are no twins. */
  private static List<String> questions(Cloud cloud) {
    return cloud.rows().stream()
        .filter(
            row -> row.system().equals(MadeStore.names(2).get(1)) && row.perturbation().isEmpty())
        .map(Findings.Row::question)
        .sorted()
        .toList();
  }

  private static List<String> firstByHash(Scope scope, int number) {
    Dataset<Row> answers =
        scope
            .responses()
            .join(scope.cases().where("perturbation IS NULL"), "case_id")
            .where(col("system").equalTo(MadeStore.names(2).get(1)));
    return Scope.sample(answers, number, col("case_id"), col("repeat")).collectAsList().stream()
        .map(row -> row.<String>getAs("question"))
        .map(question -> question.substring(0, Math.min(120, question.length())))
        .sorted()
        .toList();
  }

  private static Dataset<Row> rows(Store store, Table table) {
    return store.read(table);
  }
}
