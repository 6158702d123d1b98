package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Evaluator;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.analysis.Standing;
import dev.assay.report.ReportPage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.collection.JavaConverters;

/**
 * The demonstration as {@code conf/demo.conf} has it, with some of its evaluators and a third of
 * its twins: what is planted is found and shown, and nothing where nothing is planted.
 */
@Tag("slow")
class DemonstrationTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String METRIC = "facts_covered.facts_covered";
  private static final String PLANTED = "query_type=factual & rule=value";

  @TempDir private Path folder;

  @Test
  void thePlantedConjunctionIsFoundAndShownAndTwinsAreCompared() throws Exception {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .resource(Commands.class, "/demo.conf")
            .set("store.path=" + folder.resolve("store"))
            .set(
                "evaluate.evaluators=[facts_covered, groundedness, retrieval, context_relevancy,"
                    + " answer_relevancy]")
            .set("risks.\"unsupported answers\".metric=\"groundedness.groundedness\"")
            .set("perturb.max-cases=30")
            // What is asserted is what is found, not how wide an interval is.
            .set("calibrate.replicates=100")
            .set("analyze.replicates=200")
            .load();
    for (String stage :
        List.of(
            "ingest",
            "embed",
            "stratify",
            "sample",
            "generate",
            "perturb",
            "answer",
            "evaluate",
            "label",
            "calibrate",
            "apply",
            "analyze")) {
      Commands.run(SPARK, loaded, stage);
    }
    Store store = new Store(SPARK, loaded.config().store());
    // Every answer to the planted kind of question has a fault, and a few of the others.
    Dataset<Row> weak =
        store
            .read(Tables.RESPONSES)
            .where("system = 'faulty'")
            .join(
                store
                    .read(Tables.TEST_CASES)
                    .where("query_type = 'factual' AND attributes['rule'] = 'value'")
                    .select("case_id", "parent_case_id"),
                "case_id");
    assertThat(weak.where("parent_case_id IS NULL").count()).isGreaterThanOrEqualTo(20);
    assertThat(weak.where("attributes['planted'] = '0'").count()).isZero();
    // By what the faults show in, the search names the planted pair, and nothing of the two systems
    // without faults. (Relevance differs by the form of a question, for all three.)
    assertThat(
            store
                .read(Tables.WEAKNESSES)
                .where("found_by = 'search' AND p_adjusted <= 0.05")
                .where("metric IN ('facts_covered.facts_covered', 'groundedness.groundedness')")
                .collectAsList())
        .extracting(
            row ->
                row.getAs("system") + " by " + row.getAs("metric") + ": " + row.getAs("conditions"))
        .containsExactlyInAnyOrder(
            "faulty by facts_covered.facts_covered: " + PLANTED,
            "faulty by groundedness.groundedness: " + PLANTED);

    // Embedded systems quote documents: no attack meets its goal; the more slips, the worse.
    assertThat(
            store.read(Tables.ROBUSTNESS).where("metric = 'attack.goal_reached'").collectAsList())
        .hasSize(3)
        .allSatisfy(row -> assertThat(row.<Double>getAs("flip_rate")).isZero());
    assertThat(drop(store, "extreme")).isGreaterThan(drop(store, "low"));

    decisions(store);

    Document page =
        Jsoup.parse(
            new ReportPage(
                    store, loaded.config(), Evaluators.all().stream().map(Evaluator::spec).toList())
                .html(Instant.parse("2026-01-01T00:00:00Z")));
    assertThat(page.select("#verdict article[data-system=faulty]").text())
        .contains("factual questions, asking for a value");
    severity(store, page);
    assertThat(page.select("#weaknesses tbody tr[data-system=faulty]").eachText())
        .anyMatch(row -> row.contains("factual questions, asking for a value"));
    assertThat(page.select("#robustness h3").eachText()).contains("Attacks", "Dose and response");
    JsonNode data = new ObjectMapper().readTree(page.selectFirst("#data").data());
    // What may be decided is about questions as they were asked.
    assertThat(data.at("/decisions/0/rows"))
        .hasSize(3)
        .allSatisfy(
            row ->
                assertThat(row.get(1).asInt() + row.get(2).asInt() + row.get(3).asInt())
                    .isEqualTo(180));
    // HCAT's figures 5 to 7: a point for each question, by topic, of these metrics.
    assertThat(data.at("/strip/metrics").findValuesAsText("title"))
        .contains(
            "retrieval recall",
            "retrieval · precision at 5",
            "context relevancy · recall relevancy",
            "context relevancy · precision relevancy",
            "groundedness",
            "answer relevancy");

    notebook(folder);
  }

  /** Left out where its Python could not be installed, as NotebookTest says then. */
  private static void notebook(Path home) throws Exception {
    if (!ExecutedNotebook.isReady("pandas")) {
      return;
    }
    ExecutedNotebook notebook = ExecutedNotebook.of("pandas", home);
    assertThat(notebook.said("## Weaknesses"))
        .containsPattern("faulty +facts_covered.facts_covered +" + PLANTED);
    assertThat(notebook.said("## Decisions")).contains("facts_covered.facts_covered");
    // Known truth is by one annotator, who is no person.
    assertThat(notebook.said("## How far annotators disagree"))
        .contains("No answer was judged by two people.");
    assertThat(notebook.plots())
        .containsOnlyKeys("## Decisions", "## Reliability", "## Weaknesses");
    assertThat(notebook.all()).doesNotContain("NaN");
  }

  /** The share of decisions that change is that of the table of decisions, counted by itself. */
  private static void decisions(Store store) {
    Dataset<Row> twins =
        store
            .read(Tables.TEST_CASES)
            .where("perturbation = 'keyboard_typo' AND intensity = 'extreme'")
            .select("case_id", "parent_case_id");
    Dataset<Row> decisions =
        store
            .read(Tables.DECISIONS)
            .where("system = 'dense' AND metric = 'groundedness.groundedness' AND repeat = 0")
            .select("case_id", "dimension", "decision");
    Dataset<Row> counted =
        decisions
            .join(twins, "case_id")
            .join(
                decisions
                    .withColumnRenamed("case_id", "parent_case_id")
                    .withColumnRenamed("decision", "was"),
                JavaConverters.asScalaBuffer(List.of("parent_case_id", "dimension")).toSeq())
            .groupBy("dimension")
            .agg(functions.expr("COUNT_IF(decision <> was)").as("flips"))
            .orderBy("dimension");
    assertThat(counted.collectAsList()).isNotEmpty();
    assertThat(
            store
                .read(Tables.ROBUSTNESS)
                .where("system = 'dense' AND metric = 'groundedness.groundedness'")
                .where("perturbation = 'keyboard_typo' AND intensity = 'extreme'")
                .where("dimension <> ''")
                .select("dimension", "flips")
                .orderBy("dimension")
                .collectAsList())
        .isEqualTo(counted.collectAsList());
  }

  /** From calibrations to the page: what labels found unfit is not called high anywhere. */
  private static void severity(Store store, Document page) {
    Map<String, Standing> standings = Standing.of(store);
    List<Row> resting =
        store
            .read(Tables.PROBLEMS)
            .where("attributes['kind'] IN ('threshold', 'flip')")
            .collectAsList();
    List<Row> unfit =
        resting.stream()
            .filter(
                row -> standings.getOrDefault(row.<String>getAs("metric"), Standing.NONE).isUnfit())
            .toList();
    assertThat(resting).as("what the test rests on").isNotEmpty();
    assertThat(unfit)
        .allSatisfy(
            row -> {
              assertThat(row.<String>getAs("severity")).isNotEqualTo("high");
              assertThat(row.<String>getAs("description"))
                  .contains("Labels found this metric unfit");
            });
    assertThat(page.select("#problems-table tbody tr").eachText())
        .filteredOn(line -> line.contains("Labels found this metric unfit"))
        .allMatch(line -> line.startsWith("medium") || line.startsWith("low"));
    assertThat(page.select("#verdict .weak li").eachText())
        .as("what unfit metrics alone show stands on no card that has anything else")
        .noneMatch(line -> line.contains("labels found this metric unfit"));
  }

  private static double drop(Store store, String intensity) {
    return store
        .read(Tables.ROBUSTNESS)
        .where("system = 'sparse' AND metric = '" + METRIC + "'")
        .where("perturbation = 'keyboard_typo' AND intensity = '" + intensity + "'")
        .where("drop IS NOT NULL") // Of decisions that change there is none.
        .head()
        .<Double>getAs("drop");
  }
}
