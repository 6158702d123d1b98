package dev.assay.report.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkdownCellsTest {

  /** As GitHub Flavored Markdown 0.29 has it: emphasis, links, headings, items, tables and HTML. */
  @Test
  void textsAreNoMarkup() {
    assertThat(Cells.text("a | <b> & [c](d)")).isEqualTo("a \\| &lt;b> &amp; \\[c\\](d)");
    assertThat(Cells.text("a_metric.of_it")).isEqualTo("a_metric.of_it");
    assertThat(Cells.text("_b_ c __d__")).isEqualTo("\\_b\\_ c \\_\\_d\\_\\_");
    assertThat(Cells.text("http://x.example")).isEqualTo("http&#58;//x.example");
    assertThat(Cells.text("see www.x, WWW.y")).isEqualTo("see www&#46;x, WWW&#46;y");
    assertThat(Cells.text("# a # b")).isEqualTo("\\# a # b");
    assertThat(Cells.text("- a")).isEqualTo("\\- a");
    assertThat(Cells.text("+ a")).isEqualTo("\\+ a");
    assertThat(Cells.text("1. a")).isEqualTo("1\\. a");
    assertThat(Cells.text("12) a")).isEqualTo("12\\) a");
    assertThat(Cells.text("1.5 of 2")).isEqualTo("1.5 of 2");
  }

  @Test
  void longTextsAreCutAtACharacter() {
    assertThat(Cells.text("🏦".repeat(301))).isEqualTo("🏦".repeat(300) + "…");
  }
}
