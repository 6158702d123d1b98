package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.jobs.analysis.Standing;
import dev.assay.report.Findings.Remark;
import dev.assay.report.Findings.Remarks;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Problems and insights as groups of lines of {@code problems.peb}.
 *
 * @param findings what the page is about
 */
record RemarkView(Findings findings) {
  private static final int MOST_CHARACTERS = 1000;
  private static final String EVERY = "all systems";

  /** Others that a line names; of more it says how many there are. */
  private static final int NAMED = 3;

  /**
   * An id of 64 digits is not read: the last column names and links the case by its first eight.
   */
  private static final Pattern LONG_ID = Pattern.compile("\\b([0-9a-f]{8})[0-9a-f]{56}\\b");

  /**
   * What one table says.
   *
   * @param more how many lines are not shown; empty where all are
   * @param empty why there is no line
   */
  record Group(String title, String table, List<Line> lines, String more, String empty) {}

  /**
   * A line; {@code order} sorts by severity, {@code tone} colours it, {@code worth} says so where
   * no decision rests on the metric.
   *
   * @param system who it is about
   * @param first the one that the description is about
   * @param also the others, empty where there is none
   * @param others what is said of them
   */
  record Line(
      String severity,
      String order,
      String tone,
      String description,
      String action,
      String metric,
      String worth,
      String system,
      String first,
      String also,
      List<Findings.Also> others,
      String n,
      List<CaseLinks.Link> cases) {}

  List<Group> groups() {
    return List.of(
        group("Problems", "problems", findings.problems(), "no problem."),
        group("Insights", "insights", findings.insights(), "nothing to tell beside the problems."));
  }

  private Group group(String title, String table, Remarks remarks, String none) {
    boolean analysed = findings.runs().stream().anyMatch(run -> run.stage().equals("analyze"));
    long more = remarks.total() - remarks.rows().size();
    return new Group(
        title,
        table,
        remarks.rows().stream().map(this::line).toList(),
        more > 0 ? Numbers.count(more) : "",
        analysed
            ? "The rules of assay analyze found " + none
            : "Not looked for yet: run assay analyze.");
  }

  private Line line(Remark remark) {
    String order =
        switch (remark.severity()) {
          case "high" -> "0";
          case "medium" -> "1";
          default -> "2";
        };
    String tone =
        switch (remark.severity()) {
          case "high" -> "fails";
          case "medium" -> "undecided";
          default -> "unknown";
        };
    List<String> also = remark.also().stream().map(Findings.Also::system).distinct().toList();
    List<String> metrics =
        remark.also().stream()
            .map(Findings.Also::metric)
            .filter(metric -> !metric.equals(remark.metric()))
            .distinct()
            .toList();
    return new Line(
        remark.severity(),
        order,
        tone,
        told(remark.description()),
        cut(remark.action()),
        remark.metric().isEmpty()
            ? remark.evaluator().replace('_', ' ')
            : title(remark.metric()) + (metrics.isEmpty() ? "" : " and " + others(metrics)),
        worth(remark.metric()),
        remark.system().isEmpty()
            ? EVERY
            : named(Stream.concat(Stream.of(remark.system()), also.stream()).distinct().toList()),
        remark.system().isEmpty() ? EVERY : remark.system(),
        also(also, metrics),
        remark.also().stream()
            .map(
                other ->
                    new Findings.Also(other.system(), other.metric(), told(other.description())))
            .toList(),
        Numbers.count(remark.n()),
        new CaseLinks(findings).of(remark.cases(), remark.system(), RemarkRows.MOST_CASES));
  }

  private static String also(List<String> systems, List<String> metrics) {
    String of = systems.size() > NAMED ? systems.size() + " other systems" : join(systems);
    return metrics.isEmpty() ? of : of + ", by " + others(metrics);
  }

  private static String others(List<String> metrics) {
    return metrics.size() == 1 ? "another metric" : metrics.size() + " other metrics";
  }

  private static String join(List<String> names) {
    return String.join(", ", names);
  }

  private static String named(List<String> systems) {
    return systems.size() > NAMED + 1 ? systems.size() + " systems" : join(systems);
  }

  private static String told(String description) {
    return cut(LONG_ID.matcher(description).replaceAll("$1"));
  }

  private String worth(String metric) {
    Standing standing = new LeaderboardView(findings).standing(metric);
    return metric.isEmpty() || standing.byDimension().isEmpty() || standing.isFit()
        ? ""
        : standing.words();
  }

  private String title(String metric) {
    MetricFacts facts = findings.metrics().get(metric);
    return (facts == null
            ? MetricFacts.undeclared(metric, Direction.NONE, OptionalDouble.empty())
            : facts)
        .title();
  }

  private static String cut(String text) {
    Excerpt excerpt = Excerpt.of(text, MOST_CHARACTERS);
    return excerpt.omitted() == 0 ? text : excerpt.text() + "…";
  }
}
