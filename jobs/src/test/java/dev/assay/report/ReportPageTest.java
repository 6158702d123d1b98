package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
  @TempDir static Path home;
  private static String html;
  private static Document page;

  @BeforeAll
  static void render() {
    html = SamplePage.html();
    page = Jsoup.parse(html);
  }

  @Test
  void opensWithAVerdictForEachSystem() {
    assertThat(page.select("#verdict .card h3").eachText())
        .containsExactlyElementsOf(SampleStore.SYSTEMS);
    assertThat(page.select("#verdict .card").get(1).text())
        .contains("Not to be trusted")
        .contains("Of 5 topics, each taken alone: ")
        .contains("it fails on")
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
            "By “correctness”, at a bar of 90 %: can be trusted: dense; undecided: sparse <b>&</b>;"
                + " not to be trusted: faulty.",
            "dense is better than faulty by 25 (17 to 33) percentage points, p <0.001.",
            "dense and sparse <b>&</b> cannot be told apart: difference 2 (−4 to 8) percentage"
                + " points, p 0.50.",
            "sparse <b>&</b> is better than faulty by 23 (14 to 31) percentage points, p <0.001.");
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
    assertThat(Jsoup.parse(SamplePage.html(strict)).select("#verdict .said").first().text())
        .isEqualTo(
            "By “correctness”, at a bar of 95 %: undecided: dense, sparse <b>&</b>; not to be"
                + " trusted: faulty.");
  }

  @Test
  void givesNoVerdictWithoutLabels() {
    Document recorded =
        Jsoup.parse(SamplePage.html(SampleStore.recorded(home.resolve("unjudged"))));
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
  void aCardNamesTheWorstConditionWithAQuestionAskedUnderIt() {
    assertThat(page.select("#verdict .card").get(1).select(".weak li").eachText())
        .first()
        .asString()
        .startsWith(
            "topic “disputes <i>”: groundedness mean 0.48 against 0.75 elsewhere (p <0.001, n"
                + " 12)");
    assertThat(page.select("#verdict .card").first().select(".weak")).isEmpty();
  }

  @Test
  void aCardSaysInPlainWordsWhatToLabelNext() {
    SampleStore sample = SampleStore.full(home.resolve("queue"));
    String row =
        "{\"case_id\":\"case%d\",\"system\":\"dense\",\"repeat\":0,\"dimension\":\"tone\","
            + "\"priority\":%s,\"labelling_probability\":0.5,\"why\":\"m.m: %s\"}";
    assertThat(Jsoup.parse(SamplePage.html(sample)).select("#verdict .card").text())
        .as("nothing is known of a queue")
        .doesNotContain("Label next");
    JsonRows.append(
        sample.store(),
        Tables.REVIEW_QUEUE,
        List.of(
            row.formatted(0, "0.6", "sure to 0.857, accepted from 0.905 on"),
            row.formatted(1, "0.9", "decided by machine, drawn as a check: sure"),
            row.formatted(2, "0.2", "no label is plausible"),
            row.formatted(3, "0.95", "labelled since")));
    JsonRows.append(
        sample.store(),
        Tables.LABELS,
        List.of(
            "{\"case_id\":\"case3\",\"system\":\"dense\",\"repeat\":0,\"label_id\":\"since\","
                + "\"dimension\":\"tone\",\"label\":\"1\",\"annotator\":\"p\",\"split\":\"train\"}"));
    Document queued = Jsoup.parse(SamplePage.html(sample));
    assertThat(queued.select("#verdict .card").first().text())
        .contains(
            "Label next 3 of its answers wait for a label of “tone”,"
                + " 1 of them to check what the machine decided. Begin with the 2 that were drawn"
                + " for this round. The first: “What does rule 1 say?")
        .doesNotContain("0.857");
    assertThat(queued.select("#verdict .card").get(1).text())
        .contains("Label next None of its answers waits for a label.");
  }

  @Test
  void sectionsWithoutAWordOfThisRunAreFoldedAtTheEnd() {
    Document empty = Jsoup.parse(SamplePage.html(SampleStore.empty(home.resolve("silent"))));
    assertThat(empty.select("#silent > section").eachAttr("id"))
        .containsExactly("slices", "coverage", "risks", "sets", "grammar", "robustness", "drift");
    assertThat(empty.select("#silent:not([open]) > summary").text())
        .isEqualTo("7 sections have nothing to say of this run");
    for (Document one : List.of(empty, page)) {
      assertThat(one.select("nav a").eachAttr("href"))
          .as("what is folded is not offered, all else is")
          .containsExactlyElementsOf(
              one.select("main > section, footer").eachAttr("id").stream()
                  .map(id -> "#" + id)
                  .toList());
    }
    assertThat(page.select("#silent > section").eachAttr("id")).doesNotContain("sets", "coverage");
  }

  @Test
  void keepsHostileTextAsText() {
    assertThat(page.select("script")).hasSize(4);
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

  /** Of the dimension aside all is decided, of that of the verdicts a part. */
  @Test
  void chartsOpenOnWhatTheVerdictsAreAbout() throws Exception {
    SampleStore sample = SampleStore.full(home.resolve("aside"));
    JsonRows.append(
        sample.store(),
        Tables.DECISIONS,
        List.of(
            """
            {"case_id":"case0","system":"dense","repeat":0,"metric":"groundedness.groundedness_mean","dimension":"aside","alpha":0.1,"slice":"all","decision":"accept"}\
            """));
    JsonNode decisions =
        new ObjectMapper()
            .readTree(Jsoup.parse(SamplePage.html(sample)).selectFirst("#data").data())
            .get("decisions");
    assertThat(decisions)
        .extracting(chart -> chart.get("title").asText())
        .containsExactly("groundedness mean → correctness", "groundedness mean → aside");
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
        .containsPattern("script-src 'sha256-[^']+' 'sha256-[^']+' 'sha256-[^']+';")
        .doesNotContain("script-src 'unsafe");
  }

  @Test
  void explainsEverySectionOfAnEmptyStore() {
    Document empty = Jsoup.parse(SamplePage.html(SampleStore.empty(home.resolve("empty"))));
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
    Document recorded =
        Jsoup.parse(SamplePage.html(SampleStore.recorded(home.resolve("recorded"))));
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
            .write(
                dev.assay.spark.SharedSpark.session().sparkContext().hadoopConfiguration(),
                SamplePage.NOW);
    assertThat(path).startsWith("file:");
    assertThat(home.resolve("written/report.html")).isNotEmptyFile();
  }
}
