package dev.assay.report;

import dev.assay.report.Findings.Decided;
import dev.assay.report.Findings.Topic;
import dev.assay.report.Trust.Judgment;
import dev.assay.report.Trust.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Sentences about systems, made from numbers by fixed rules: first what people said. */
record Verdicts(Findings findings, Headline headline, Trust trust, JudgedShares shares) {

  private static final int MOST_TOPICS_NAMED = 4;

  /**
   * One system's verdict.
   *
   * @param word the verdict in a few words
   * @param level its tone
   * @param sentences what it rests on
   */
  record Verdict(String system, String word, Level level, List<String> sentences) {}

  List<Verdict> all() {
    return findings.systems().stream().map(this::verdict).toList();
  }

  /** Everything that a terminal shows of it. */
  List<String> lines() {
    List<String> lines = new ArrayList<>(lead());
    for (String system : findings.systems()) {
      decisions(system).ifPresent(s -> lines.add(system + ": " + s));
    }
    if (findings.planted()) {
      lines.add("The labels are the demonstration's planted truth, no human judgment.");
    }
    return lines;
  }

  /** The answer: what people would pass, by how much systems differ, and whom to trust. */
  List<String> lead() {
    if (headline.dimension().isEmpty()) {
      return List.of(noLabels());
    }
    List<String> lines = new ArrayList<>();
    String main = headline.dimension().get();
    lines.add(shares.sentence(main));
    lines.add(trusted());
    lines.addAll(shares.pairs(main));
    shares.part(main).ifPresent(lines::add);
    for (String other : JudgedShares.dimensions(findings.cells())) {
      if (!other.equals(main)) {
        lines.add(shares.sentence(other));
        lines.addAll(shares.pairs(other));
        shares.part(other).ifPresent(lines::add);
      }
    }
    return lines;
  }

  private String noLabels() {
    List<String> judged = JudgedShares.dimensions(findings.cells());
    if (!judged.isEmpty()) {
      return "No verdict: nobody has judged these answers on report.dimension = '"
          + headline.wanted()
          + "'. Judged are: "
          + String.join(", ", judged)
          + ".";
    }
    return findings.labels().isEmpty()
        ? "No verdict: nobody has judged these answers. What follows describes how similar texts"
            + " are, and what rules find; it is no judgment of how good the answers are."
        : "No verdict: there are labels, but no human estimate of them. Either analyze has not run"
            + " since (run assay analyze, then assay report), or the labelled dimensions have"
            + " levels of which none is said to pass (label.dimensions.NAME.passing).";
  }

  private String trusted() {
    Map<Level, List<String>> systems = new TreeMap<>();
    for (String system : findings.systems()) {
      systems
          .computeIfAbsent(trust.overall(system).level(), level -> new ArrayList<>())
          .add(system);
    }
    return "By “"
        + headline.dimension().orElseThrow()
        + "”, at a bar of "
        + percent(trust.bar())
        + ": "
        + systems.entrySet().stream()
            .map(e -> claim(e.getKey()) + ": " + String.join(", ", e.getValue()))
            .collect(Collectors.joining("; "))
        + ".";
  }

  private static String claim(Level level) {
    return switch (level) {
      case HOLDS -> "can be trusted";
      case UNDECIDED -> "undecided";
      case FAILS -> "not to be trusted";
      case UNKNOWN -> "too few labels for a verdict";
    };
  }

  /** What every verdict rests on and what its interval covers. */
  String basis() {
    if (headline.dimension().isEmpty()) {
      return "Verdicts need labels: people's judgments of some of these answers. Put them under"
          + " label.sources (assay label export writes answers to judge, with a page to do it on).";
    }
    return "Verdicts rest on what people said of the answers ("
        + headline.dimension().get()
        + "). A system holds where the interval of the share that people would pass lies at or"
        + " above the bar of "
        + percent(trust.bar())
        + " (report.bar), and fails where it lies below. The interval covers which questions were"
        + " asked, which of them people judged"
        + (predictions() ? ", and how far the metric that helps is wrong" : "")
        + "; not whether people err, or what users will ask next year."
        + (findings.topics().isEmpty() || headline.calibration().filter(c -> c.fit()).isEmpty()
            ? ""
            : " In topics without labels, the expected pass rate of the calibrated metric stands"
                + " in; its interval covers the questions alone.");
  }

  private boolean predictions() {
    return headline.calibration().filter(CalibrationSummary::fit).isPresent();
  }

  private Verdict verdict(String system) {
    Judgment overall = trust.overall(system);
    if (headline.dimension().isEmpty()) {
      return new Verdict(system, "Not judged", Level.UNKNOWN, List.of());
    }
    Map<Level, List<String>> byLevel = new TreeMap<>();
    for (Topic topic : findings.topics()) {
      byLevel
          .computeIfAbsent(trust.topic(system, topic).level(), l -> new ArrayList<>())
          .add(topic.label());
    }
    List<String> sentences = new ArrayList<>();
    sentences.add(number(system));
    if (trust.withheld(system)) {
      sentences.add("The verdict is withheld: the answers that are missing could turn it.");
    }
    topics(byLevel).ifPresent(sentences::add);
    decisions(system).ifPresent(sentences::add);
    return new Verdict(system, word(overall.level(), byLevel), overall.level(), sentences);
  }

  private static String word(Level overall, Map<Level, List<String>> byLevel) {
    boolean failsSomewhere = byLevel.containsKey(Level.FAILS);
    return switch (overall) {
      case HOLDS ->
          "Can be trusted"
              + (failsSomewhere ? ", except on " + named(byLevel.get(Level.FAILS)) : "");
      case FAILS -> "Not to be trusted";
      case UNDECIDED -> failsSomewhere ? "Undecided; fails on some topics" : "Undecided";
      case UNKNOWN -> "Too few labels for a verdict";
    };
  }

  private String number(String system) {
    return shares
        .of(system, Slice.ALL, headline.dimension().orElseThrow())
        .map(
            c ->
                "People would pass "
                    + JudgedShares.share(c)
                    + " of its answers, from labels of "
                    + Numbers.count(c.groups())
                    + (c.groups() == 1 ? " question" : " questions")
                    + "; the bar is "
                    + percent(trust.bar())
                    + "."
                    + (c.missing() == 0
                        ? ""
                        : " It answered "
                            + Numbers.count(c.n())
                            + " of "
                            + Numbers.count(c.n() + c.missing())
                            + "."))
        .orElse("Nobody has judged its answers.");
  }

  private Optional<String> topics(Map<Level, List<String>> byLevel) {
    if (findings.topics().isEmpty()) {
      return Optional.empty();
    }
    int holds = byLevel.getOrDefault(Level.HOLDS, List.of()).size();
    int open =
        byLevel.getOrDefault(Level.UNDECIDED, List.of()).size()
            + byLevel.getOrDefault(Level.UNKNOWN, List.of()).size();
    List<String> parts = new ArrayList<>();
    int total = findings.topics().size();
    if (holds > 0) {
      parts.add("it holds on " + (holds == total ? "all" : holds));
    }
    if (byLevel.containsKey(Level.FAILS)) {
      parts.add("it fails on " + named(byLevel.get(Level.FAILS)));
    }
    if (open > 0) {
      parts.add(
          (open == total ? "all" : open)
              + (open == 1 && total > 1 ? " is" : " are")
              + " undecided, for want of labels");
    }
    return Optional.of(
        "Of " + total + " topics, each taken alone: " + String.join("; ", parts) + ".");
  }

  /** What the machine may decide of a system's answers, or why nothing. */
  private Optional<String> decisions(String system) {
    if (headline.dimension().isEmpty()) {
      return Optional.empty();
    }
    Optional<CalibrationSummary> calibration = headline.calibration();
    if (calibration.isEmpty()) {
      return Optional.of("The machine may decide nothing: no metric is calibrated against labels.");
    }
    if (!calibration.get().fit()) {
      return Optional.of(
          "The machine may decide nothing: no metric is fit; the best, "
              + title(calibration.get())
              + ", is "
              + ("too_few".equals(calibration.get().status())
                  ? "calibrated on too few labels"
                  : "unfit")
              + ".");
    }
    return findings.decided().stream()
        .filter(
            d ->
                d.system().equals(system)
                    && d.topic().isEmpty()
                    && d.dimension().equals(calibration.get().dimension())
                    && d.metric().equals(calibration.get().metric())
                    && d.n() > 0)
        .map(
            d ->
                decided(d, title(calibration.get()))
                    + (d.refer() < d.n() ? calibration.get().promised() : ""))
        .findFirst();
  }

  private static String decided(Decided d, String metric) {
    return d.refer() == d.n()
        ? "The machine may decide none of its answers by " + metric + "; all need a person."
        : "The machine may accept "
            + share(d.accept(), d.n())
            + (d.reject() == 0 ? "" : " and reject " + share(d.reject(), d.n()))
            + " of its answers by "
            + metric
            + "; "
            + share(d.refer(), d.n())
            + " need a person.";
  }

  private String title(CalibrationSummary c) {
    MetricFacts facts = findings.metrics().get(c.metric());
    return facts == null ? c.metric() : facts.title();
  }

  private static String share(long part, long whole) {
    return percent((double) part / whole);
  }

  private static String percent(double share) {
    return Numbers.percent(OptionalDouble.of(share));
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
