package dev.assay.report;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page says of a metric on which no decision rests, in a store that decides nothing. */
class UnfitMetricsTest {
  private static final String CASE = "0123abcd".repeat(8);

  private static final String PROBLEM =
      """
      {"run_id":"run-analyze","id":"p-unfit","severity":"high","metric":"text_statistics.ttr","evaluator":"text_statistics","system":"dense","description":"Low. Case %s.","attributes":{},"action":"Look.","case_ids":["%s"]}\
      """
          .formatted(CASE, CASE);

  private static String flip(String severity, String system, String by, String cases) {
    return flip(severity, system, by, cases, "groundedness.groundedness_mean", 1);
  }

  private static String flip(
      String severity, String system, String by, String cases, String metric, int times) {
    String id = severity + system + by + (times > 1 ? times : "");
    return "{\"run_id\":\"run-analyze\",\"id\":\"%s\",\"severity\":\"%s\",\"metric\":\"%s\",\"evaluator\":\"groundedness\",\"system\":\"%s\",\"description\":\"Said of %s.\",\"attributes\":{\"kind\":\"flip\",\"perturbation\":\"%s\",\"flips\":\"%d\"},\"action\":\"Look.\",\"case_ids\":[%s]}"
        .formatted(id, severity, metric, system, id, by, times, cases);
  }

  private static String weakness(String system, String metric, String conditions) {
    return "{\"run_id\":\"run-analyze\",\"system\":\"%s\",\"metric\":\"%s\",\"conditions\":\"%s\",\"estimate\":0.4,\"n\":12,\"difference\":-0.3,\"p_adjusted\":1.0E-5,\"exemplar_case_ids\":[\"case2\"]}"
        .formatted(system, metric, conditions);
  }

  @TempDir private Path home;

  @Test
  void itsProblemsSayItChartsOpenOnWhatMayDecideAndSlicesFold() throws Exception {
    Store store = SampleStore.full(home).store();
    JsonRows.append(
        store,
        Tables.PROBLEMS,
        List.of(
            PROBLEM,
            flip("medium", "dense", "typo", "\"d\""),
            flip("high", "faulty", "typo", "\"b\",\"c\""),
            flip("high", "faulty", "typo", "\"e\"", "nobody.knows", 12),
            flip("high", "dense", "typo", "\"a\",\"b\""),
            flip("high", "dense", "attack", "\"a\"")));
    // Both metrics refer all they see; by name the unfit one would be the first.
    Dataset<Row> referred =
        store.read(Tables.DECISIONS).withColumn("decision", lit("refer")).localCheckpoint();
    store.deleteWhere(Tables.DECISIONS, lit(true));
    store.append(Tables.DECISIONS, referred);
    store.append(Tables.DECISIONS, referred.withColumn("metric", lit("a_first.metric")));
    Dataset<Row> calibrations = store.read(Tables.CALIBRATIONS).localCheckpoint();
    store.append(
        Tables.CALIBRATIONS,
        calibrations
            .where("status = 'unfit'")
            .withColumn("calibration_id", lit("k3"))
            .withColumn("metrics", array(lit("a_first.metric"))));
    store.append(
        Tables.CALIBRATIONS,
        calibrations
            .where("status = 'ok'")
            .withColumn("calibration_id", concat(col("calibration_id"), lit("-slice")))
            .withColumn("slice", lit("stratum_id=0"))
            .withColumn("auroc", when(lit(false), 1.0)));
    Dataset<Row> lacking = store.read(Tables.SCORES).where("status <> 'ok'").localCheckpoint();
    store.append(Tables.SCORES, lacking.withColumn("metric", lit("rouge.rouge_1")));
    store.append(
        Tables.SCORES,
        lacking
            .withColumn("metric", lit("rouge.rouge_2"))
            .withColumn("reason", concat(lit("of "), length(col("case_id")), lit(" words"))));
    JsonRows.append(
        store,
        Tables.WEAKNESSES,
        List.of(
            weakness("dense", "text_statistics.ttr", "stratum_id=0"),
            weakness("faulty", "text_statistics.ttr", "stratum_id=0"),
            weakness("faulty", "text_statistics.ttr", "stratum_id=2"),
            weakness("faulty", "nobody.knows", "stratum_id=1")));
    Document page = Jsoup.parse(SamplePage.html(SampleStore.empty(home)));

    // Of faulty the sample has one by a fit metric, on stratum 2 and less sure than these.
    assertThat(page.select("#verdict .card[data-system=faulty] .weak li").eachText())
        .hasSize(2)
        .satisfies(
            lines -> {
              assertThat(lines.get(0))
                  .contains("disputes")
                  .contains("groundedness mean")
                  .doesNotContain("also by")
                  .doesNotContain("label");
              assertThat(lines.get(1)).contains("; no label says whether this metric is right");
            });
    assertThat(page.select("#verdict .card[data-system=dense] .weak li").eachText())
        .as("better than nothing, and marked")
        .singleElement()
        .asString()
        .contains("; labels found this metric unfit");

    assertThat(page.select("#problems-table tbody tr").eachText())
        .contains(
            "high Low. Case 0123abcd. Look. text statistics · ttr Unfit: no decision rests on it"
                + " dense 1 0123abcd");
    assertThat(page.select("#problems-table tbody tr").get(2).text())
        .as("of a fit metric nothing is said")
        .doesNotContain("no decision");
    // One cause is one line with all its systems, metrics and cases, about what turned most often;
    // another perturbation is another cause.
    assertThat(page.select("#problems-table tbody tr:contains(Said of)").eachText())
        .containsExactly(
            "high Said of highdenseattack. Look. groundedness mean dense 1 a",
            "high Said of highfaultytypo12. Look. also dense, faulty, by another metric Said of"
                + " highdensetypo. Said of highfaultytypo. Said of mediumdensetypo. nobody · knows"
                + " and another metric faulty, dense 5 e");
    assertThat(page.select("#problems-table li").eachAttr("data-system"))
        .containsExactly("dense", "faulty", "dense");
    assertThat(new ObjectMapper().readTree(page.selectFirst("#data").data()).get("decisions"))
        .extracting(chart -> chart.get("title").asText())
        .first()
        .isEqualTo("groundedness mean → correctness");
    assertThat(page.select("#missing tbody tr").eachText())
        .as("what lacks the same is one line, and so are reasons that differ by numbers")
        .hasSize(3)
        .anySatisfy(line -> assertThat(line).startsWith("rouge 1 also another metric"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("rouge 2 dense faulty")
                    .contains("one of 2 reasons that differ by numbers"));
    assertThat(page.select("#court tbody tr")).hasSize(3);
    assertThat(page.select("#court-slices tbody tr").eachText())
        .singleElement()
        .asString()
        .contains("topic “fees, overdraft”");
  }
}
