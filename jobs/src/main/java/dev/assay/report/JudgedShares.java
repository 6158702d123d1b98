package dev.assay.report;

import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Difference;
import dev.assay.report.Trust.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The shares of systems' answers that people would pass, as sentences: each with its interval, and
 * by how much systems differ. Responses without an answer are in no estimate; what they could turn
 * is not claimed.
 */
record JudgedShares(
    List<String> systems, List<Cell> cells, List<Difference> differences, double level) {
  static final String METRIC = "human";
  private static final int MOST_PAIRS = 6;

  static JudgedShares of(Findings findings, double confidence) {
    return new JudgedShares(
        findings.systems(), findings.cells(), findings.comparisons(), 1 - confidence);
  }

  /** Judged dimensions, that with most labelled questions first. */
  static List<String> dimensions(List<Cell> cells) {
    TreeMap<String, Long> labelled = new TreeMap<>();
    cells.stream()
        .filter(c -> c.metric().equals(METRIC) && c.slice().equals(Slice.ALL))
        .forEach(c -> labelled.merge(c.dimension(), c.groups(), Long::sum));
    return labelled.keySet().stream()
        .sorted(
            Comparator.comparing((String d) -> labelled.get(d))
                .reversed()
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** The estimate of one system in a slice; its groups are the labelled ones. */
  Optional<Cell> of(String system, String slice, String dimension) {
    return cells.stream()
        .filter(
            c ->
                c.metric().equals(METRIC)
                    && c.system().equals(system)
                    && c.slice().equals(slice)
                    && c.dimension().equals(dimension)
                    && c.humanEstimate().isPresent())
        .findFirst();
  }

  /** Where the interval lies about the bar, whatever the missing answers are worth. */
  static Level level(Cell cell, double bar, int minGroups) {
    if (cell.humanLow().isEmpty() || cell.humanHigh().isEmpty() || cell.groups() < minGroups) {
      return Level.UNKNOWN;
    }
    double missing = missing(cell);
    if (cell.humanLow().getAsDouble() * (1 - missing) >= bar) {
      return Level.HOLDS;
    }
    return cell.humanHigh().getAsDouble() * (1 - missing) + missing < bar
        ? Level.FAILS
        : Level.UNDECIDED;
  }

  /** Whether there would be a verdict if no answer were missing. */
  static boolean turned(Cell cell, double bar, int minGroups) {
    return level(cell, bar, minGroups) == Level.UNDECIDED
        && (cell.humanLow().getAsDouble() >= bar || cell.humanHigh().getAsDouble() < bar);
  }

  private static double missing(Cell cell) {
    long all = cell.n() + cell.missing();
    return all == 0 ? 0 : (double) cell.missing() / all;
  }

  /** "What people would pass (correct): alpha 91 % (86 to 95 %), beta not judged." */
  String sentence(String dimension) {
    List<String> parts = new ArrayList<>();
    for (String system : systems) {
      parts.add(
          of(system, Slice.ALL, dimension)
              .map(c -> system + " " + share(c))
              .orElse(system + " not judged"));
    }
    return "What people would pass (" + dimension + "): " + String.join(", ", parts) + ".";
  }

  static String share(Cell cell) {
    return Numbers.percent(cell.humanEstimate())
        + (cell.humanLow().isEmpty() || cell.humanHigh().isEmpty()
            ? " (too few labels for an interval)"
            : " ("
                + Numbers.percent(cell.humanLow()).replace(Numbers.PERCENT, "")
                + " to "
                + Numbers.percent(cell.humanHigh())
                + ")");
  }

  /** What is known of each pair of systems, at most {@value #MOST_PAIRS}. */
  List<String> pairs(String dimension) {
    return differences.stream()
        .filter(d -> d.metric().equals(METRIC + "." + dimension))
        .limit(MOST_PAIRS)
        .map(d -> words(d, dimension))
        .toList();
  }

  private String words(Difference d, String dimension) {
    boolean turned = d.difference() < 0;
    String better = turned ? d.b() : d.a();
    String other = turned ? d.a() : d.b();
    String points =
        Numbers.points(Math.abs(d.difference()))
            + (d.low().isEmpty() || d.high().isEmpty()
                ? ""
                : " ("
                    + Numbers.points(turned ? -d.high().getAsDouble() : d.low().getAsDouble())
                    + " to "
                    + Numbers.points(turned ? -d.low().getAsDouble() : d.high().getAsDouble())
                    + ")")
            + " percentage points";
    String p = d.pAdjusted().isEmpty() ? "" : ", p " + Numbers.p(d.pAdjusted());
    if (apart(d) && d.pAdjusted().isEmpty() && !only(d)) {
      return "%s and %s: difference %s; too few labels to test one of several pairs."
          .formatted(better, other, points);
    }
    if (!shown(d)) {
      return "%s and %s cannot be told apart: difference %s%s.".formatted(better, other, points, p);
    }
    return couldTurn(d, better, other, dimension)
        ? "%s is ahead of %s by %s%s among the answers there are, but what is missing could turn that."
            .formatted(better, other, points, p)
        : "%s is better than %s by %s%s.".formatted(better, other, points, p);
  }

  /**
   * Whether a difference is one: the interval and the test, adjusted for all pairs, agree. With too
   * few labels for the test, the interval of the only pair is enough.
   */
  private boolean shown(Difference d) {
    return apart(d) && (d.pAdjusted().isEmpty() ? only(d) : d.pAdjusted().getAsDouble() < level);
  }

  private static boolean apart(Difference d) {
    return d.low().isPresent()
        && d.high().isPresent()
        && d.low().getAsDouble() * d.high().getAsDouble() > 0;
  }

  private boolean only(Difference d) {
    return differences.stream().filter(o -> o.metric().equals(d.metric())).count() == 1;
  }

  /** Missing answers of the better one failed, those of the other one passed. */
  private boolean couldTurn(Difference d, String better, String other, String dimension) {
    double near = Math.min(Math.abs(d.low().getAsDouble()), Math.abs(d.high().getAsDouble()));
    double loss =
        of(better, Slice.ALL, dimension)
            .map(c -> missing(c) * c.humanEstimate().getAsDouble())
            .orElse(1.0);
    double gain =
        of(other, Slice.ALL, dimension)
            .map(c -> missing(c) * (1 - c.humanEstimate().getAsDouble()))
            .orElse(1.0);
    return near - loss - gain <= 0;
  }

  /** Which part of the cases the estimates are about, where it is not all. */
  Optional<String> part(String dimension) {
    List<Cell> of =
        systems.stream().map(s -> of(s, Slice.ALL, dimension)).flatMap(Optional::stream).toList();
    long most = of.stream().mapToLong(c -> c.n() + c.missing()).max().orElse(0);
    String parts =
        of.stream()
            .filter(c -> c.n() < most)
            .map(
                c ->
                    "%s answered %s of %s"
                        .formatted(c.system(), Numbers.count(c.n()), Numbers.count(most)))
            .collect(Collectors.joining(", "));
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("About the questions that were answered alone: " + parts + ".");
  }
}
