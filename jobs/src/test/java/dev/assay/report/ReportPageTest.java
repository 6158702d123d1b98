package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.evaluators.sets.QuestionsDrift;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private static final String NEGATED =
      """
      {"run_id":"run-analyze","system":"faulty","metric":"groundedness.groundedness_mean","perturbation":"negation","slice":"stratum_id=0","n":24,"n_groups":12,"drop":0.6,"band_low":0.5,"band_high":0.7,"worse":true}\
      """;

  @TempDir static Path home;
  private static String html;
  private static Document page;

  @BeforeAll
  static void render() {
    SampleStore sample = SampleStore.full(home.resolve("full"));
    JsonRows.append(
        sample.store(),
        Tables.ROBUSTNESS,
        List.of(twins("faulty", "typo", "preserved"), twins("faulty", "negation", "changed")));
    JsonRows.append(sample.store(), Tables.ROBUSTNESS_SURFACE, List.of(NEGATED));
    html = html(sample);
    page = Jsoup.parse(html);
  }

  private static String twins(String system, String perturbation, String meaning) {
    return """
    {"run_id":"run-analyze","system":"%s","perturbation":"%s","intensity":"all","metric":"groundedness.groundedness_mean","dimension":"","meaning":"%s","n":24,"n_groups":12,"n_missing":0,"judged":0,"flips":0,"drop":0.3,"ci_low":0.2,"ci_high":0.4,"ci_method":"bootstrap","worst_case_ids":[]}\
    """
        .formatted(system, perturbation, meaning);
  }

  private static String html(SampleStore sample) {
    return new ReportPage(sample.store(), sample.config(), List.of(new QuestionsDrift().spec()))
        .html(NOW);
  }

  @Test
  void showsMetricsOfWholeSetsAndMarksWhatIsPastItsThreshold() {
    assertThat(page.select("#sets tbody tr")).hasSize(1);
    assertThat(page.select("#sets tbody tr").text())
        .contains("questions drift all systems all cases 0.25 past 0.10 60 0")
        .contains("n after 30.0, n before 30.0");
  }

  @Test
  void showsTheGravestProblemsFirstAndHowManyMoreThereAre() {
    assertThat(page.select("#problems-table tbody tr")).hasSize(50);
    assertThat(page.select("#problems-table .chip").eachText())
        .startsWith("high", "medium", "medium")
        .endsWith("medium");
    assertThat(page.select("#problems-table tbody tr").get(1).text())
        .isEqualTo(
            "medium Flipped on number 00. Look <i>there</i>. groundedness mean faulty 1 case0");
    // 59 rows of this analysis; that of an earlier one is not counted.
    assertThat(page.select("#problems .note").eachText())
        .containsExactly("9 more in table problems.");
    assertThat(page.select("#problems").text()).doesNotContain("Long repaired");
  }

  @Test
  void showsWhatAProblemSaysAsTextWithItsFirstCases() {
    Element worst = page.selectFirst("#problems-table tbody tr");
    assertThat(worst.text())
        .startsWith("high Far past: </script><script>window.owned=1</script><img src=x")
        .endsWith("Look <i>there</i>. groundedness mean faulty 7 case0 case1 case2 case3 case4");
    assertThat(worst.select("img, i, script")).isEmpty();
  }

  @Test
  void linksTheCasesOfAProblemThatThePageShows() {
    assertThat(page.select("#problems-table a").eachAttr("href"))
        .isNotEmpty()
        .allSatisfy(link -> assertThat(page.getElementById(link.substring(1))).isNotNull());
  }

  @Test
  void showsInsightsAboutAMetricBeforeThoseAboutNone() {
    assertThat(page.select("#insights-table tbody tr")).hasSize(7);
    assertThat(page.select("#insights-table tbody tr").first().text())
        .startsWith("low Best </script>")
        .endsWith("groundedness mean dense 1 case0");
    assertThat(page.select("#insights-table tbody tr").last().text())
        .isEqualTo("low Tests touch some chunks. all systems 0");
  }

  @Test
  void opensWithAVerdictForEachSystem() {
    assertThat(page.select("#verdict .card h3").eachText())
        .containsExactlyElementsOf(SampleStore.SYSTEMS);
    assertThat(page.select("#verdict .card").get(1).text())
        .contains("Not to be trusted")
        .contains("fails on")
        .contains("“disputes <i>”");
    assertThat(page.select("#verdict .matrix tbody tr")).hasSize(SampleStore.TOPICS.size());
  }

  @Test
  void leadsWithWhatPeopleSaidAndByHowMuchSystemsDiffer() {
    assertThat(page.select("#verdict .lead").text())
        .isEqualTo(
            "What people would pass (correctness): dense 95 % (92 to 97 %), faulty 70 % (62 to"
                + " 77 %), sparse <b>&</b> 93 % (86 to 97 %).");
    assertThat(page.select("#verdict .said").eachText())
        .containsExactly(
            "dense is better than faulty by 25 (17 to 33) percentage points, p <0.001.",
            "dense and sparse <b>&</b> cannot be told apart: difference 2 (−4 to 8) percentage"
                + " points, p 0.50.",
            "sparse <b>&</b> is better than faulty by 23 (14 to 31) percentage points, p <0.001.",
            "By “correctness”, at a bar of 90 %: can be trusted: dense; undecided: sparse <b>&</b>;"
                + " not to be trusted: faulty.");
    // groundedness_mean is fit: it decides, and the verdict does not rest on it.
    assertThat(page.select("#verdict .card").first().text())
        .contains("People would pass 95 %")
        .contains("from labels of 60 questions; the bar is 90 %.")
        .contains("The machine may");
    assertThat(page.select("#verdict > .soft").text())
        .contains("which of them people judged")
        .contains("not whether people err");
  }

  @Test
  void theBarFollowsTheAppetiteOfTheDimensionsRisks() {
    SampleStore strict =
        SampleStore.full(
            home.resolve("strict"),
            "risks.r={metric=\"groundedness.groundedness_mean\", dimension=correctness,"
                + " appetite=low}");
    assertThat(Jsoup.parse(html(strict)).select("#verdict .said").last().text())
        .isEqualTo(
            "By “correctness”, at a bar of 95 %: undecided: dense, sparse <b>&</b>; not to be"
                + " trusted: faulty.");
  }

  @Test
  void givesNoVerdictWithoutLabels() {
    Document recorded = Jsoup.parse(html(SampleStore.recorded(home.resolve("unjudged"))));
    assertThat(recorded.select("#verdict .lead").text())
        .startsWith("No verdict: nobody has judged these answers.")
        .contains("similar")
        .contains("no judgment");
    assertThat(recorded.select("#verdict .card")).isEmpty();
    assertThat(recorded.select("#verdict").text()).doesNotContain("threshold");
  }

  @Test
  void saysOnTheFirstScreenThatLabelsArePlanted() {
    assertThat(page.select("#verdict .note").text())
        .contains("planted truth of the demonstration, not human judgment");
    assertThat(page.select("#calibration .note").text()).contains("not human judgment");
  }

  @Test
  void saysWhatIsPromisedOfDecisionsAndWhatWasSeen() {
    assertThat(page.select("#court tbody tr").first().text())
        .contains(
            "With a confidence of 90 %, at most 10 % of what the machine accepts is wrong. On 30"
                + " unseen questions it accepted 70 % and was wrong in 4 % of those. In the least"
                + " sure tenth of them it was wrong in 33 % (1 % to 91 %). Of the answers that"
                + " people failed, to 8 of those questions, it accepted 25 % (3 % to 65 %).");
  }

  @Test
  void saysWhatCoverageIsOverManyDivisionsBesideThatOfOne() {
    assertThat(page.text().replace('\u00a0', ' '))
        .contains(
            "its sets held the label 91 % of the time; promised: 90 %. Over 200 other divisions of"
                + " the same questions: 90 % on average, 82 % to 98 % in nine of ten.")
        .as("many unseen questions need none")
        .contains("its sets held the label 93 % of the time; promised: 90 %. ")
        .containsOnlyOnce("Over 200 other divisions");
  }

  @Test
  void saysPlainlyThatAMetricIsUnfit() {
    assertThat(page.select("#court tbody tr").last().text())
        .contains("Unfit: no decision rests on it")
        .contains("no better than answer length alone");
  }

  @Test
  void marksTheSentenceThatMadeAWorstCaseSo() {
    assertThat(page.select("#worst details.case")).hasSize(9);
    assertThat(page.select("#worst .why").first().text()).contains("answer 2").contains("0.21");
    assertThat(page.select("#worst details.case > p.text mark").first().text())
        .startsWith("The fee is 900 dollars");
  }

  @Test
  void countsWhatWasNotMeasuredWithItsReason() {
    assertThat(page.select("#missing tbody tr").first().text())
        .contains("rouge")
        .contains("no input")
        .contains("60");
    assertThat(page.select("#leaderboard details").text()).contains("not measured");
  }

  @Test
  void saysWhichTopicsAndDocumentsNoTestTouches() {
    assertThat(page.select("#coverage > p").first().text())
        .contains("40 of 150 chunks, 4 of 5 documents and 4 of 5 topics")
        // 400 of 750 tokens.
        .contains("53 % of the corpus");
    assertThat(page.select("#coverage tr.untouched td").eachText())
        .containsExactly("lending, rate no test", "30", "0", "1", "0", "150", "0 %", "0 %");
    assertThat(page.select("#coverage details summary").text())
        .isEqualTo("1 document has no tested chunk");
    assertThat(page.select("#coverage details tbody tr")).hasSize(1);
  }

  @Test
  void aCardNamesTheWorstConditionWithAQuestionAskedUnderIt() {
    assertThat(page.select("#verdict .card").get(1).select(".weak li").eachText())
        .first()
        .asString()
        .startsWith(
            "topic “disputes <i>”: groundedness mean 0.48, −0.27 against elsewhere (p <0.001, n"
                + " 12)");
    assertThat(page.select("#verdict .card").first().select(".weak")).isEmpty();
  }

  @Test
  void theCourtHasALineForEachCalibration() {
    assertThat(page.select("#court thead th")).hasSize(9);
    assertThat(page.select("#court tbody tr").first().select("td").get(6).text())
        .isEqualTo("accepts 70 %");
    assertThat(page.select("#court tbody tr").last().select("td").get(6).text()).isEqualTo("–");
  }

  @Test
  void whatPeopleSaidStandsOnceForADimensionAndNotInEveryRow() {
    assertThat(page.select("#leaderboard h3").eachText()).startsWith("What people would pass");
    assertThat(page.select("#leaderboard .board").first().select("tbody tr").eachText())
        .containsExactly("correctness 95 % (92 to 97 %) 70 % (62 to 77 %) 93 % (86 to 97 %)");
    assertThat(page.select("#leaderboard .sub").text()).doesNotContain("people:");
  }

  @Test
  void partsWithFewLabelsAreDrawnTowardsTheOthersTheLowestFirst() {
    assertThat(page.select("#people-by-part tbody tr").eachText())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("faulty correctness topic “disputes <i>” ")
        .endsWith(" 0.61 [0.50, 0.71] 12");
  }

  @Test
  void showsWhereTwinsAreWorseForSureIfTheirOriginsAnswerIsRightForThem() {
    assertThat(page.select("#robustness p").eachText())
        .anyMatch(line -> line.startsWith("1 of 3 cells are worse for sure"));
    assertThat(page.select("#surface tbody tr").eachText())
        .containsExactly(
            "faulty typo preserved query type factual, topic “disputes <i>”"
                + " groundedness.groundedness_mean 0.31 [0.12, 0.50] 12",
            "faulty negation changed topic “fees, overdraft” groundedness.groundedness_mean 0.60"
                + " [0.50, 0.70] 12",
            "dense typo – topic “fees, overdraft” groundedness.groundedness_mean 0.01 [−0.10, 0.12]"
                + " 12");
    assertThat(page.select("#surface strong").eachText()).containsExactly("0.31");
  }

  @Test
  void showsSignificanceByColumnLetter() {
    assertThat(page.select("#leaderboard .beats").text()).contains("better than B");
  }

  @Test
  void keepsHostileTextAsText() {
    assertThat(page.select("script")).hasSize(3);
    assertThat(page.select("img, #worst b, #worst i")).isEmpty();
    assertThat(html).doesNotContain("<script>window").doesNotContain("onerror=\"window");
    assertThat(page.select("#worst details.case .text").text()).contains("{{ 7*7 }} {% raw %}");
  }

  @Test
  void holdsDataThatParsesAndHasNoScriptEnd() throws Exception {
    String data = page.selectFirst("#data").data();
    assertThat(data).doesNotContain("<");
    JsonNode json = new ObjectMapper().readTree(data);
    assertThat(json.get("map").get("points")).hasSize(150);
    assertThat(json.get("calibrations").get(0).get("regions"))
        .extracting(region -> region.get(2).asText())
        .containsExactly("{0}", "{0,1}", "{1}");
    assertThat(json.get("calibrations").get(0).get("cases").get(0).get(1).asInt()).isBetween(0, 1);
  }

  @Test
  void neverShowsANumberThatIsNone() {
    assertThat(page.text()).doesNotContain("NaN").doesNotContain("Infinity").doesNotContain("null");
    assertThat(page.selectFirst("#data").data()).doesNotContain("NaN").doesNotContain("Infinity");
  }

  @Test
  void asksForNothingFromOutside() {
    assertThat(page.select("[src], link[rel=stylesheet]")).isEmpty();
    assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .startsWith("default-src 'none'")
        .containsPattern("script-src 'sha256-[^']+' 'sha256-[^']+';")
        .doesNotContain("script-src 'unsafe");
  }

  @Test
  void explainsEverySectionOfAnEmptyStore() {
    Document empty = Jsoup.parse(html(SampleStore.empty(home.resolve("empty"))));
    for (String section :
        List.of(
            "verdict",
            "leaderboard",
            "topics",
            "calibration",
            "decisions",
            "spread",
            "map",
            "coverage",
            "problems",
            "weaknesses",
            "worst")) {
      assertThat(empty.select("#" + section + " .empty").text())
          .as(section)
          .containsAnyOf("assay ", "assay.", "analyze");
    }
    assertThat(empty.text()).doesNotContain("NaN");
  }

  @Test
  void showsRecordedAnswersWithoutTopicsOrLabels() {
    Document recorded = Jsoup.parse(html(SampleStore.recorded(home.resolve("recorded"))));
    assertThat(recorded.select("#verdict .note").text()).contains("One system was evaluated");
    assertThat(recorded.select("#verdict .empty").text()).contains("no topics", "assay place");
    assertThat(recorded.select("#worst details.case")).hasSize(3);
    assertThat(recorded.select("#spread .chart")).hasSize(1);
  }

  @Test
  void writesToAnyFileSystem() {
    SampleStore sample = SampleStore.empty(home.resolve("written"));
    String path =
        new ReportPage(sample.store(), sample.config(), List.of())
            .write(dev.assay.spark.SharedSpark.session().sparkContext().hadoopConfiguration(), NOW);
    assertThat(path).startsWith("file:");
    assertThat(home.resolve("written/report.html")).isNotEmptyFile();
  }
}
