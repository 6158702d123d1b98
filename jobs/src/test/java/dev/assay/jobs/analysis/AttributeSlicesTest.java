package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.report.ReportPage;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 120 questions: product by the case's number modulo 2, where responses to odd ones say another
 * than their cases; channel by it modulo 3; amount is its number; client is its own. Answers about
 * loans are worse by half.
 */
class AttributeSlicesTest {
  private static final String LOANS = "product=Loans & more";

  @TempDir static Path home;
  private static Store store;
  private static LabelledStore labelled;

  @BeforeAll
  static void analyse() {
    labelled =
        new LabelledStore(
            home,
            120,
            90,
            4,
            "analyze.slices=[product, \"product × channel\", amount, client, region]",
            "analyze.slice-max-values=5",
            "analyze.replicates=200");
    store = labelled.runner.store();
    String number = "CAST(right(case_id, 5) AS INT)";
    Dataset<Row> cases =
        store
            .read(Tables.TEST_CASES)
            .withColumn(
                "attributes",
                expr(
                    ("map('product', if(%1$s %% 2 = 0, 'Cards', 'unused'), 'channel', 'c' || (%1$s"
                            + " %% 3), 'amount', CAST(%1$s AS STRING), 'client', case_id)")
                        .formatted(number)))
            .withColumn("sampling_weight", expr("1.0D + %s %% 4".formatted(number)))
            .localCheckpoint();
    store.merge(Tables.TEST_CASES, cases);
    Dataset<Row> responses =
        store
            .read(Tables.RESPONSES)
            .withColumn(
                "attributes",
                expr("if(%s %% 2 = 0, map(), map('product', 'Loans & more'))".formatted(number)))
            .withColumn("attributes", col("attributes").cast("map<string,string>"))
            .localCheckpoint();
    store.merge(Tables.RESPONSES, responses);
    Dataset<Row> worse =
        store
            .read(Tables.SCORES)
            .withColumn("value", expr("if(%s %% 2 = 1, value - 0.5, value)".formatted(number)))
            .localCheckpoint();
    store.merge(Tables.SCORES, worse);
    labelled.runner.run(new Analyze());
  }

  private static List<String> slices() {
    return store
        .read(Tables.LEADERBOARD)
        .select("slice")
        .distinct()
        .orderBy("slice")
        .as(Encoders.STRING())
        .collectAsList();
  }

  @Test
  void responsesSayBeforeCasesAndNumbersAreCutAtTheirQuartiles() {
    // Quartiles of 0 to 119 are 29.75, 59.5 and 89.25.
    assertThat(slices())
        .filteredOn(slice -> !slice.matches("all|(query_type|stratum_id)=.*"))
        .containsExactly(
            "amount=0 to 29",
            "amount=30 to 59",
            "amount=60 to 89",
            "amount=90 to 119",
            "channel=c0 & product=Cards",
            "channel=c0 & " + LOANS,
            "channel=c1 & product=Cards",
            "channel=c1 & " + LOANS,
            "channel=c2 & product=Cards",
            "product=Cards",
            LOANS);
  }

  /** The sixth of the pairs of attributes is one more than analyze.slice-max-values. */
  @Test
  void whatHasNoSliceIsSaid() {
    assertThat(
            store
                .read(Tables.INSIGHTS)
                .where("attributes['kind'] = 'slices'")
                .select("description")
                .as(Encoders.STRING())
                .collectAsList())
        .containsExactlyInAnyOrder(
            "Of 6 slices by channel × product with questions enough, the analysis has the 5 with"
                + " most (analyze.slice-max-values).",
            "120 of 120 slices by client have fewer than analyze.slice-min-groups = 5 questions and"
                + " are left out.",
            "No response has a value of region (analyze.slices), so there is no slice by it. Known:"
                + " amount, answerable, channel, client, difficulty, language, perturbation,"
                + " product, query_type, stratum_id, suite.");
  }

  /** Kinds of questions divide as products do: of what is one part, one name is enough. */
  @Test
  void theSearchFindsTheOneCauseAndFoldsWhatItExplains() {
    List<Row> found =
        store
            .read(Tables.WEAKNESSES)
            .where("found_by = 'search'")
            .orderBy("system")
            .collectAsList();
    assertThat(found).extracting(row -> row.<String>getAs("system")).containsExactly("a", "b");
    for (Row row : found) {
      assertThat(row.<String>getAs("conditions")).isEqualTo(LOANS);
      assertThat(row.<Double>getAs("difference")).isCloseTo(-.5, within(.1));
      assertThat(row.<Double>getAs("p_adjusted")).isLessThan(.05);
      assertThat(row.<Long>getAs("n_groups")).isEqualTo(60);
      assertThat(row.<Long>getAs("alike")).isPositive();
    }
  }

  @Test
  void ranksHaveLimitsWhereTheyHaveTests() {
    List<Row> ranks =
        store
            .read(Tables.LEADERBOARD)
            .where("slice = 'all' AND metric = 'groundedness.groundedness' AND dimension = ''")
            .orderBy("system")
            .collectAsList();
    // System a is surely better: both ranks are certain.
    assertThat(ranks).extracting(row -> row.<Integer>getAs("rank_low")).containsExactly(1, 2);
    assertThat(ranks).extracting(row -> row.<Integer>getAs("rank_high")).containsExactly(1, 2);
  }

  /**
   * Strata 0, 1 and 2 are alike: what is said of each is drawn to the others. Of three slices alone
   * little is known of how far slices lie apart, so intervals need be no narrower than their own.
   */
  @Test
  void whatPeopleWouldSayOfASliceIsDrawnTowardsTheOthers() {
    List<Row> strata =
        store
            .read(Tables.LEADERBOARD)
            .where("metric = 'human' AND slice LIKE 'stratum_id=%' AND system = 'a'")
            .collectAsList();
    assertThat(strata).hasSize(3);
    double mean =
        strata.stream().mapToDouble(row -> row.getAs("human_estimate")).average().orElseThrow();
    for (Row row : strata) {
      double own = row.<Double>getAs("human_estimate") - mean;
      double drawn = row.<Double>getAs("human_shrunk") - mean;
      assertThat(Math.abs(drawn)).isLessThanOrEqualTo(Math.abs(own) + .02);
      assertThat(row.<Double>getAs("human_shrunk"))
          .isBetween(row.<Double>getAs("human_shrunk_low"), row.<Double>getAs("human_shrunk_high"));
    }
  }

  /** Σ weight · value / Σ weight, by SQL, with weights of 1 to 4 that the suite itself brought. */
  @Test
  void aCellIsTheWeightedMeanOfItsSlice() {
    Map<String, Double> expected = new TreeMap<>();
    store
        .read(Tables.SCORES)
        .join(store.read(Tables.TEST_CASES), "case_id")
        .join(
            store.read(Tables.RESPONSES).select("case_id", "system", "repeat"), RunCoverage.keys())
        .where("system = 'a'")
        .groupBy(expr("CAST(right(case_id, 5) AS INT) % 2 = 0").as("even"))
        .agg(expr("sum(sampling_weight * value) / sum(sampling_weight)").as("mean"))
        .collectAsList()
        .forEach(
            row ->
                expected.put(
                    row.<Boolean>getAs("even") ? "product=Cards" : LOANS, row.getAs("mean")));
    Map<String, Double> found =
        store
            .read(Tables.LEADERBOARD)
            .where("system = 'a' AND dimension = '' AND slice LIKE 'product=%'")
            .collectAsList()
            .stream()
            .collect(Collectors.toMap(r -> r.getAs("slice"), r -> r.getAs("estimate")));
    assertThat(found).containsOnlyKeys(expected.keySet());
    expected.forEach((slice, mean) -> assertThat(found.get(slice)).isCloseTo(mean, within(1e-9)));
    assertThat(
            store
                .read(Tables.LEADERBOARD)
                .where(col("slice").equalTo(LOANS).and(col("metric").equalTo("human")))
                .agg(avg("human_estimate"))
                .head()
                .getDouble(0))
        .isBetween(0.0, 1.0);
  }

  @Test
  void theWorseProductIsAWeaknessAndSystemsAreComparedInIt() {
    Row weakness =
        store
            .read(Tables.WEAKNESSES)
            .where(col("conditions").equalTo(LOANS).and(col("system").equalTo("a")))
            .head();
    assertThat(weakness.<Double>getAs("difference")).isLessThan(-.3);
    assertThat(weakness.<Double>getAs("p_adjusted")).isLessThan(.05);
    assertThat(store.read(Tables.COMPARISONS).where(col("slice").equalTo(LOANS)).count())
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  void theReportHasAPartByAttribute() {
    String page = new ReportPage(store, labelled.loaded.config(), List.of()).html(Instant.EPOCH);
    assertThat(page).contains("By attribute", "channel c1, product Loans &amp; more");
  }
}
