package dev.assay.report.compare;

import dev.assay.base.Resources;
import dev.assay.text.SealedPage;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One HTML file about which cases passed in one analysis and not in another: it needs no network,
 * and what it quotes of the data is text. Without scripts, which only sort and filter, all of it
 * can be read.
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

    /** Whether a case of it was fixed or broke. */
    public boolean changed() {
      return fixed + broken > 0;
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

  /**
   * What changed in one line.
   *
   * @param anchor where it stands on the page
   */
  public record Group(String anchor, Line line, List<Changed> cases) {}

  /** Lines of which a case changed, or of which none did. */
  private List<Line> lines(boolean changed) {
    return lines.stream().filter(line -> line.changed() == changed).toList();
  }

  private List<Group> groups() {
    Map<String, List<Changed>> cases =
        this.cases.stream().collect(Collectors.groupingBy(Changed::line));
    List<Group> groups = new ArrayList<>();
    for (Line line : lines) {
      if (cases.containsKey(line.key())) {
        groups.add(new Group("line-" + groups.size(), line, cases.get(line.key())));
      }
    }
    return groups;
  }

  /** The page as text. */
  public String html() {
    List<Group> groups = groups();
    Map<String, String> anchors = new TreeMap<>();
    lines.forEach(line -> anchors.put(line.key(), ""));
    groups.forEach(group -> anchors.put(group.line().key(), group.anchor()));
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
                  "changed",
                  lines(true),
                  "same",
                  lines(false),
                  "groups",
                  groups,
                  "anchors",
                  anchors,
                  "style",
                  Resources.text(ComparePage.class, "/report/page.css").orElseThrow(),
                  "tables",
                  Resources.text(ComparePage.class, "/report/tables.js").orElseThrow()),
              Locale.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot render the template of the page", e);
    }
    return SealedPage.of(out.toString());
  }
}
