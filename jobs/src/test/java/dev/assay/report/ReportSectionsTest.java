package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the page's sections say of a small store. */
class ReportSectionsTest {
  private static Document page;

  @BeforeAll
  static void render() {
    page = SamplePage.page();
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

  /** The lowest values of dense are .73, .78 and .79, those of sparse from .80 on. */
  @Test
  void aWorstCaseThatPassesIsNotRedAndASystemOfWhichAllPassSaysSo() {
    Element dense = page.selectFirst("#worst > div[data-system=dense]");
    assertThat(dense.select("summary .score").eachAttr("class"))
        .containsExactly("score fails", "score holds", "score holds");
    assertThat(dense.text()).doesNotContain("All of its answers reach the threshold");
    assertThat(page.select("#worst > div").last().text())
        .startsWith(
            "sparse <b>&</b> All of its answers reach the threshold; these are the nearest to it.");
  }

  /** Against a threshold of .75: .48 [.44, .52] fails, .73 [.69, .77] holds both. */
  @Test
  void metricsByTopicSayWhichIsLowWhere() {
    assertThat(page.select("#topics [aria-label^=Metrics by topic]")).hasSize(3);
    Element faulty = page.selectFirst("#topics [aria-label=Metrics by topic: faulty]");
    assertThat(faulty.select("thead th").eachText())
        .containsExactly(
            "Metric",
            "fees, overdraft",
            "cards, limit",
            "disputes <i>",
            "lending, rate",
            "privacy 🏦");
    Element line = faulty.selectFirst("tbody tr:has(th:containsOwn(groundedness mean))");
    assertThat(line.select("td").eachAttr("class"))
        .containsExactly("undecided", "undecided", "fails", "undecided", "undecided");
    assertThat(line.select("td").get(2).children().eachText())
        .containsExactly("0.48", "[0.44, 0.52]");
    assertThat(
            page.select("#topics [aria-label=Metrics by topic: dense] tbody tr")
                .first()
                .select("td")
                .eachAttr("class"))
        .containsOnly("holds");
  }

  @Test
  void countsWhatWasNotMeasuredWithItsReason() {
    assertThat(page.select("#missing tbody tr").first().text())
        .as("one line for all systems that lack the same")
        .contains("rouge", "dense faulty sparse", "no input")
        .endsWith(" 180");
    assertThat(page.select("#missing tbody tr").first().select("[data-system]")).hasSize(3);
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
            "faulty typo preserved factual questions, topic “disputes <i>”"
                + " groundedness mean 0.31 [0.12, 0.50] 12",
            "faulty negation changed topic “fees, overdraft” groundedness mean 0.60"
                + " [0.50, 0.70] 12",
            "dense typo – topic “fees, overdraft” groundedness mean 0.01 [−0.10, 0.12]" + " 12");
    assertThat(page.select("#surface strong").eachText()).containsExactly("0.31");
  }

  @Test
  void showsSignificanceByColumnLetter() {
    assertThat(page.select("#leaderboard .beats").text()).contains("better than B");
  }

  @Test
  void eachMetricOfTheLeaderboardSaysWhatMayRestOnItTheFitOnesFirst() {
    // By name the second would stand first.
    assertThat(page.select("#leaderboard .board").get(1).select("tbody th").eachText())
        .containsExactly(
            "groundedness mean higher is better, passes ≥ 0.75 Fit for decisions",
            "aside · uncalibrated higher is better, passes ≥ 0.50 Not calibrated: no decision rests"
                + " on it");
  }
}
