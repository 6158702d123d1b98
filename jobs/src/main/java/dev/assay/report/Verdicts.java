package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.report.Findings.Decided;
import dev.assay.report.Findings.Topic;
import dev.assay.report.Trust.Judgment;
import dev.assay.report.Trust.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Sentences about systems, made from numbers by fixed rules. */
final class Verdicts {
  private static final int MOST_TOPICS_NAMED = 4;

  /**
   * One system's verdict.
   *
   * @param word the verdict in a few words
   * @param level its tone
   * @param sentences what it rests on
   */
  record Verdict(String system, String word, Level level, List<String> sentences) {}

  private final Findings findings;
  private final Headline headline;
  private final Trust trust;

  Verdicts(Findings findings, Headline headline, Trust trust) {
    this.findings = findings;
    this.headline = headline;
    this.trust = trust;
  }

  List<Verdict> all() {
    return findings.systems().stream().map(this::verdict).toList();
  }

  /** The answer in one sentence: which systems hold overall and which do not. */
  String lead() {
    if (headline.basis() == Headline.Basis.UNFIT) {
      return "No system gets a verdict: the metric does not follow the labels.";
    }
    boolean calibrated = headline.basis() == Headline.Basis.CALIBRATED;
    Map<Level, List<String>> systems = new TreeMap<>();
    for (String system : findings.systems()) {
      systems
          .computeIfAbsent(trust.overall(system).level(), level -> new ArrayList<>())
          .add(system);
    }
    return systems.entrySet().stream()
            .map(e -> claim(e.getKey(), calibrated) + ": " + String.join(", ", e.getValue()))
            .collect(Collectors.joining(". "))
        + ".";
  }

  private static String claim(Level level, boolean calibrated) {
    return switch (level) {
      case HOLDS -> calibrated ? "Can be trusted overall" : "Above the threshold overall";
      case UNDECIDED -> "Undecided";
      case FAILS -> calibrated ? "Not to be trusted" : "Below the threshold";
      case UNKNOWN -> "Too little data";
    };
  }

  /** What every verdict rests on, in two or three sentences. */
  String basis() {
    String metric = headline.metric().title();
    return switch (headline.basis()) {
      case CALIBRATED -> {
        CalibrationSummary c = headline.calibration().orElseThrow();
        yield "Verdicts rest on "
            + metric
            + ", calibrated against "
            + Numbers.count(c.groups())
            + " labelled questions ("
            + c.dimension()
            + "). A system holds where the interval of its expected pass rate lies at or above "
            + Numbers.percent(trust.bar())
            + ", and fails where it lies below. The interval covers which questions were asked,"
            + " not the calibration's own error.";
      }
      case THRESHOLD ->
          "Provisional: "
              + metric
              + " is not calibrated against labels"
              + headline.calibration().map(c -> " (" + status(c) + ")").orElse("")
              + ", so this compares its own scale with the threshold "
              + Numbers.plain(trust.bar())
              + " and says nothing about how often a person would agree.";
      case UNFIT ->
          "No verdict rests on these numbers: "
              + metric
              + " was compared with labels and is unfit for decisions"
              + headline.calibration().map(c -> " (" + reason(c) + ")").orElse("")
              + ". They are shown as they are.";
    };
  }

  private static String status(CalibrationSummary c) {
    return "too_few".equals(c.status()) ? "too few labels" : c.status().replace('_', ' ');
  }

  private static String reason(CalibrationSummary c) {
    if (!c.reason().isBlank()) {
      return c.reason();
    }
    return "AUROC "
        + Numbers.plain(c.auroc())
        + " "
        + Numbers.interval(c.aurocLow(), c.aurocHigh());
  }

  private Verdict verdict(String system) {
    Judgment overall = trust.overall(system);
    Map<Level, List<String>> byLevel = new TreeMap<>();
    for (Topic topic : findings.topics()) {
      byLevel
          .computeIfAbsent(trust.topic(system, topic).level(), l -> new ArrayList<>())
          .add(topic.label());
    }
    List<String> sentences = new ArrayList<>();
    sentences.add(number(overall));
    topics(byLevel).ifPresent(sentences::add);
    decisions(system).ifPresent(sentences::add);
    return new Verdict(system, word(overall.level(), byLevel), tone(overall.level()), sentences);
  }

  private Level tone(Level overall) {
    return headline.basis() == Headline.Basis.UNFIT ? Level.UNKNOWN : overall;
  }

  private String word(Level overall, Map<Level, List<String>> byLevel) {
    if (headline.basis() == Headline.Basis.UNFIT) {
      return "No verdict: the metric is unfit";
    }
    boolean failsSomewhere = byLevel.containsKey(Level.FAILS);
    boolean calibrated = headline.basis() == Headline.Basis.CALIBRATED;
    return switch (overall) {
      case HOLDS ->
          (calibrated ? "Can be trusted" : "Above its threshold")
              + (failsSomewhere ? ", except on " + named(byLevel.get(Level.FAILS)) : "");
      case FAILS -> calibrated ? "Not to be trusted" : "Below its threshold";
      case UNDECIDED -> failsSomewhere ? "Undecided; fails on some topics" : "Undecided";
      case UNKNOWN -> "Too little data for a verdict";
    };
  }

  private String number(Judgment overall) {
    if (overall.estimate().isEmpty()) {
      return "Nothing was measured.";
    }
    boolean calibrated = headline.basis() == Headline.Basis.CALIBRATED;
    String what =
        calibrated
            ? "Expected pass rate " + Numbers.percent(overall.estimate())
            : headline.metric().title() + " " + Numbers.plain(overall.estimate());
    String interval =
        overall.low().isEmpty()
            ? ", without an interval"
            : calibrated
                ? " ("
                    + Numbers.percent(overall.low())
                    + " to "
                    + Numbers.percent(overall.high())
                    + ")"
                : " " + Numbers.interval(overall.low(), overall.high());
    String bar =
        trust.bar().isEmpty()
            ? ""
            : "; the bar is "
                + (headline.metric().direction() == Direction.DOWN && !calibrated ? "at most " : "")
                + (calibrated ? Numbers.percent(trust.bar()) : Numbers.plain(trust.bar()));
    return what
        + interval
        + " over "
        + Numbers.count(overall.n())
        + (overall.n() == 1 ? " question" : " questions")
        + bar
        + ".";
  }

  private java.util.Optional<String> topics(Map<Level, List<String>> byLevel) {
    if (findings.topics().isEmpty()) {
      return java.util.Optional.empty();
    }
    int total = findings.topics().size();
    List<String> parts = new ArrayList<>();
    int holds = byLevel.getOrDefault(Level.HOLDS, List.of()).size();
    parts.add(
        (holds == total
                ? "Holds on all " + total
                : "Holds on " + (holds == 0 ? "none" : holds) + " of " + total)
            + " topics");
    if (byLevel.containsKey(Level.FAILS)) {
      parts.add("fails on " + named(byLevel.get(Level.FAILS)));
    }
    if (byLevel.containsKey(Level.UNDECIDED)) {
      parts.add("undecided on " + byLevel.get(Level.UNDECIDED).size());
    }
    if (byLevel.containsKey(Level.UNKNOWN)) {
      parts.add("too little data on " + byLevel.get(Level.UNKNOWN).size());
    }
    return java.util.Optional.of(String.join("; ", parts) + ".");
  }

  private java.util.Optional<String> decisions(String system) {
    if (headline.basis() != Headline.Basis.CALIBRATED) {
      return java.util.Optional.empty();
    }
    CalibrationSummary c = headline.calibration().orElseThrow();
    return findings.decided().stream()
        .filter(
            d ->
                d.system().equals(system)
                    && d.topic().isEmpty()
                    && d.metric().equals(c.metric())
                    && d.dimension().equals(c.dimension())
                    && d.n() > 0)
        .map(Verdicts::shares)
        .findFirst();
  }

  private static String shares(Decided d) {
    return "Of its answers "
        + share(d.accept(), d.n())
        + " can be accepted and "
        + share(d.reject(), d.n())
        + " rejected without a person; "
        + share(d.refer(), d.n())
        + " need one.";
  }

  private static String share(long part, long whole) {
    return Numbers.percent(OptionalDouble.of((double) part / whole));
  }

  static String named(List<String> topics) {
    String first =
        topics.stream()
            .limit(MOST_TOPICS_NAMED)
            .map(t -> "“" + t + "”")
            .collect(Collectors.joining(", "));
    int more = topics.size() - MOST_TOPICS_NAMED;
    return more > 0 ? first + " and " + more + " more" : first;
  }
}
