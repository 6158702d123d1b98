package dev.assay.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.compare.ComparePage.Analysis;
import dev.assay.report.compare.ComparePage.Changed;
import dev.assay.report.compare.ComparePage.Line;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class ComparePageTest {
  private static final String HOSTILE =
      "</style><script>window.owned=1</script><img src=x onerror=alert(1)> {{ 7*7 }} \u202eש";
  private static final Analysis BEFORE =
      new Analysis("0123456789abcdef", HOSTILE, "2026-01-01 00:00 UTC");

  @Test
  void sharesAreOfTheCasesThatBothCover() {
    Document page =
        Jsoup.parse(page(List.of(new Line("human.correct", "a", 3, 20, 107, 20)), List.of()));
    // 107 + 20 of 150 passed before, 107 + 3 pass now.
    assertThat(page.select("#changes tbody tr").text())
        .isEqualTo("human.correct a 3 20 127 84.7 % 73.3 %");
    assertThat(page.select("#cases .empty").text()).isEqualTo("No case changed.");
    assertThat(page.select("header p").text()).contains("0123456789ab of run");
  }

  @Test
  void whatThePageQuotesIsTextAndNothingRuns() {
    Line line = new Line(HOSTILE, HOSTILE, 0, 1, 0, 0);
    String html =
        page(
            List.of(line),
            List.of(new Changed(line.key(), false, "id", "1.00", "0.00", HOSTILE, HOSTILE)));
    Document page = Jsoup.parse(html);
    assertThat(page.select("img, [src], [onerror]")).isEmpty();
    assertThat(page.select("script")).as("the page's own, allowed by its hash").hasSize(1);
    assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .startsWith("default-src 'none'")
        .containsPattern("script-src 'sha256-[^' ]+';");
    assertThat(page.select("#cases .text").first().text())
        .startsWith("</style><script>window.owned=1</script>")
        .contains("{{ 7*7 }}");
    assertThat(html).doesNotContain("\u202e");
  }

  @Test
  void linesWithoutAChangeAreFoldedAndCounted() {
    Document page =
        Jsoup.parse(
            page(
                List.of(
                    new Line("a", "dense", 0, 0, 8, 2),
                    new Line("b", "dense", 0, 1, 8, 1),
                    new Line("c", "dense", 0, 0, 10, 0)),
                List.of(new Changed("b · dense", false, "id", "1.00", "0.00", "Q", "A"))));
    assertThat(page.select("#changes > p").last().text())
        .isEqualTo("1 of 3 lines changed; those without a change are folded below.");
    assertThat(page.select("#changes > .scroll tbody tr").eachText())
        .containsExactly("b dense 0 1 9 90.0 % 80.0 %");
    assertThat(page.select("#changes details:not([open]) summary").eachText())
        .containsExactly("2 lines without a change");
    assertThat(page.select("#unchanged tbody tr").eachText())
        .containsExactly("a dense 0 0 10 80.0 % 80.0 %", "c dense 0 0 10 100.0 % 100.0 %");
    assertThat(page.select("#changes a").attr("href").substring(1))
        .as("a line leads to its cases")
        .isEqualTo(page.select("#cases details").attr("id"));
    assertThat(page.select("#cases summary").text()).isEqualTo("b · dense (1 of 1)");
    assertThat(
            Jsoup.parse(page(List.of(new Line("a", "dense", 0, 0, 8, 2)), List.of()))
                .select("#changes .empty")
                .text())
        .isEqualTo("No case changed in the one line that both have.");
  }

  @Test
  void analysesWithoutACommonCaseAreTold() {
    assertThat(Jsoup.parse(page(List.of(), List.of())).select("#changes .empty").text())
        .contains("baseline.run");
  }

  private static String page(List<Line> lines, List<Changed> cases) {
    return new ComparePage("Bank", "run", BEFORE, BEFORE, lines, cases, 20).html();
  }
}
