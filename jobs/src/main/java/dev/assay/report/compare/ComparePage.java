package dev.assay.report.compare;

import dev.assay.base.Resources;
import dev.assay.text.SealedPage;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One HTML file about which cases passed in one analysis and not in another: it needs no network
 * and no script, and what it quotes of the data is text.
 *
 * @param title of the page
 * @param run the run's name
 * @param before the analysis that is compared with
 * @param after the newest one
 * @param lines by metric and system, people's first
 * @param cases what was fixed and what broke, at most {@code limit} of each for a line
 * @param limit cases of a line that are listed
 */
public record ComparePage(
    String title,
    String run,
    Analysis before,
    Analysis after,
    List<Line> lines,
    List<Changed> cases,
    int limit) {

  /**
   * An analysis.
   *
   * @param id its run_id
   * @param name of its run
   * @param ended when it ended, as it is shown
   */
  public record Analysis(String id, String name, String ended) {
    /** Enough of the id to name it. */
    public String shortId() {
      return id.substring(0, Math.min(12, id.length()));
    }
  }

  /** How many cases that both cover were fixed, broke and stayed the same. */
  public record Line(
      String metric, String system, long fixed, long broken, long passed, long failed) {
    /** Share that passed before, as a whole percentage. */
    public String then() {
      return share(passed + broken);
    }

    /** Share that passes now. */
    public String now() {
      return share(passed + fixed);
    }

    public long same() {
      return passed + failed;
    }

    private String share(long part) {
      return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / (fixed + broken + same()));
    }

    /** What it is called among the cases. */
    public String key() {
      return metric + " · " + system;
    }
  }

  /**
   * A case that passed in one of the two only.
   *
   * @param line whose it is
   * @param fixed whether it passes now
   * @param id the case
   * @param then its value before, as it is shown
   * @param now its value now
   * @param question what was asked
   * @param answer what is answered now
   */
  public record Changed(
      String line,
      boolean fixed,
      String id,
      String then,
      String now,
      String question,
      String answer) {}

  /** The page as text. */
  public String html() {
    Map<String, List<Changed>> grouped =
        cases.stream()
            .collect(Collectors.groupingBy(Changed::line, LinkedHashMap::new, Collectors.toList()));
    StringWriter out = new StringWriter();
    ClasspathLoader loader = new ClasspathLoader(ComparePage.class.getClassLoader());
    loader.setPrefix("report");
    try {
      new PebbleEngine.Builder()
          .loader(loader)
          .strictVariables(true)
          .build()
          .getTemplate("compare.peb")
          .evaluate(
              out,
              Map.of(
                  "page",
                  this,
                  "grouped",
                  grouped,
                  "style",
                  Resources.text(ComparePage.class, "/report/page.css").orElseThrow()),
              Locale.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot render the template of the page", e);
    }
    return SealedPage.of(out.toString());
  }
}
