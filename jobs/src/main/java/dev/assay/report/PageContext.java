package dev.assay.report;

import dev.assay.report.Findings.Agreed;
import dev.assay.report.Findings.Labels;
import dev.assay.report.Findings.StrataQuality;
import dev.assay.report.Findings.Weakness;
import dev.assay.report.ScoreRows.Missing;
import dev.assay.report.Trust.Judgment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What the template shows, as texts. A section without content has a reason instead. */
record PageContext(Findings findings, Headline headline, Verdicts verdicts) {

  /** A row of the trust matrix: one topic, a judgment for each system. */
  record TopicLine(String label, String terms, String size, List<Judged> systems) {}

  record Judged(String tone, String words, String estimate, String interval, String n) {}

  record WeaknessLine(
      String system,
      String metric,
      String where,
      String estimate,
      String interval,
      String difference,
      String p,
      String n,
      List<CaseLinks.Link> cases,
      String order,
      String also,
      int others) {}

  record AgreedLine(
      String dimension,
      String coefficient,
      String value,
      String interval,
      String n,
      String remark) {}

  record MissingLine(
      String what,
      List<String> others,
      List<String> systems,
      String status,
      String reason,
      String alike,
      String n) {}

  /**
   * Worst cases of a system.
   *
   * @param note that all of them pass, where they do
   */
  record SystemCases(String system, List<CaseView.Shown> cases, String note) {}

  /** A count of stage place. */
  private static final String TOO_FEW = "cases too few for topics";

  Map<String, Object> context() {
    Map<String, Object> page = new LinkedHashMap<>();
    Map<Integer, String> topics = findings.topicLabels();
    LeaderboardView leaderboard = new LeaderboardView(findings);
    List<LeaderboardView.Line> lines = leaderboard.lines();
    page.put("systems", findings.systems());
    page.put("letters", findings.systems().stream().map(leaderboard.letters()::get).toList());
    page.put("notes", notes());
    page.put("planted", findings.planted());
    verdicts(page);
    page.put("areas", leaderboard.areas());
    page.put("people", leaderboard.people());
    page.put("topicNames", findings.topics().stream().map(Findings.Topic::label).toList());
    page.put("metricTopics", new MetricTopics(findings).tables());
    page.put("slices", leaderboard.byAttribute(verdicts, headline.metric()));
    page.put("sliceMetric", headline.metric().map(MetricFacts::title).orElse("no metric"));
    page.put("others", lines.stream().filter(line -> !line.primary()).toList());
    Map<Boolean, List<CalibrationView.Shown>> court =
        findings.calibrations().stream()
            .collect(
                Collectors.partitioningBy(
                    c -> c.slice().equals(Slice.ALL),
                    Collectors.mapping(
                        c -> CalibrationView.of(c, findings.metrics(), topics),
                        Collectors.toList())));
    page.put("calibrations", court.get(true));
    page.put("slicedCalibrations", court.get(false));
    page.put("agreement", findings.agreement().stream().map(PageContext::agreed).toList());
    page.put("sets", new SetView(findings).lines());
    page.put("remarks", new RemarkView(findings).groups());
    page.put("risks", findings.risks().stream().map(r -> RiskView.of(r, findings)).toList());
    page.put("weaknesses", findings.weaknesses().stream().map(w -> weakness(w, topics)).toList());
    page.put("worst", worst());
    page.put("worstMetric", headline.metric().map(MetricFacts::title).orElse(""));
    page.put("missing", findings.missing().stream().map(this::missing).toList());
    page.put("runs", findings.runs());
    page.put("models", findings.models());
    page.put("labels", findings.labels());
    page.put("cloudShown", Numbers.count(findings.cloud().rows().size()));
    page.put("cloudTotal", Numbers.count(findings.cloud().total()));
    page.put("cloudCut", findings.cloud().rows().size() < findings.cloud().total());
    page.put("mapShown", Numbers.count(findings.map().chunks().size()));
    page.put("mapTotal", Numbers.count(findings.map().total()));
    page.put("mapCut", findings.map().chunks().size() < findings.map().total());
    new CoverageView(findings.coverage(), topics).put(page);
    page.put("strataQuality", findings.map().quality().map(PageContext::quality).orElse(""));
    page.put("placed", findings.map().corpus() ? "chunks" : "questions");
    page.put("noTopics", noTopics());
    page.put("hasMap", !findings.map().chunks().isEmpty());
    page.put("hasTopics", !findings.topics().isEmpty());
    page.put(
        "hasTwins",
        findings.cloud().rows().stream().anyMatch(row -> !row.perturbation().isEmpty()));
    page.put("hasCloud", !findings.cloud().rows().isEmpty());
    page.put("hasDecisions", !findings.decided().isEmpty());
    page.put("caseTotal", Numbers.count(findings.cloud().total()));
    return page;
  }

  /** Why there is no topic, and what would make some. */
  private String noTopics() {
    boolean few =
        findings.runs().stream()
            .anyMatch(run -> run.stage().equals("place") && run.counts().containsKey(TOO_FEW));
    return few
        ? "There are no topics: there is no corpus, and the different questions are fewer than"
            + " stratify.min-cases. Topics of so few would say little."
        : "There are no topics: these answers are not placed yet. Run assay place, then evaluate"
            + " and analyze; it takes the strata of the corpus, or makes some of the questions"
            + " where there is none.";
  }

  private static String quality(StrataQuality strata) {
    return Numbers.count(strata.strata())
        + " strata by "
        + strata.clustering()
        + " after "
        + strata.reduction().toUpperCase(Locale.ROOT)
        + ": silhouette "
        + Numbers.plain(strata.silhouette())
        + " (1: well apart, 0: touching), stability "
        + Numbers.plain(strata.stability())
        + " (adjusted Rand index with the clusters of resamples; 1: found again, 0: chance), topic"
        + " coherence "
        + Numbers.plain(strata.coherence())
        + " (NPMI of the terms, from −1 to 1), noise "
        + Numbers.percent(OptionalDouble.of(strata.noise()))
        + " of them.";
  }

  private void verdicts(Map<String, Object> page) {
    boolean measured = !findings.systems().isEmpty();
    page.put("measured", measured);
    page.put("judged", headline.dimension().isPresent());
    page.put("basis", measured ? verdicts.basis() : "");
    page.put("lead", measured ? verdicts.lead() : List.of());
    page.put("verdicts", verdicts.all());
    page.put(
        "matrix",
        findings.topics().stream()
            .map(
                topic ->
                    new TopicLine(
                        topic.label(),
                        topic.terms().stream().limit(6).collect(Collectors.joining(", ")),
                        Numbers.count(topic.size()),
                        findings.systems().stream()
                            .map(s -> judged(verdicts.trust().topic(s, topic)))
                            .toList()))
            .toList());
  }

  static Judged judged(Judgment judgment) {
    return new Judged(
        judgment.level().name().toLowerCase(Locale.ROOT),
        judgment.level().words(),
        Numbers.percent(judgment.estimate()),
        judgment.low().isEmpty() || judgment.high().isEmpty()
            ? ""
            : Numbers.percent(judgment.low()).replace(Numbers.PERCENT, "")
                + (Numbers.percent(judgment.high()).startsWith(">") ? " to " : "–")
                + Numbers.percent(judgment.high()),
        Numbers.count(judgment.n()));
  }

  /** What a reader must know before believing a number. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (findings.planted()) {
      long planted =
          findings.labels().stream()
              .filter(l -> l.annotator().equals(Labels.PLANTED))
              .mapToLong(Labels::n)
              .sum();
      notes.add(
          Numbers.count(planted)
              + " labels are by annotator “planted”: the planted truth of the demonstration, not"
              + " human judgment. What is calibrated against them holds for planted faults only.");
    }
    if (findings.systems().size() == 1) {
      notes.add("One system was evaluated, so there is no comparison and no rank to speak of.");
    }
    return notes;
  }

  private WeaknessLine weakness(Weakness w, Map<Integer, String> topics) {
    return new WeaknessLine(
        w.system(),
        title(w.metric()),
        Slice.parse(w.conditions()).words(topics),
        Numbers.plain(w.estimate()),
        Numbers.interval(w.low(), w.high()),
        Numbers.signed(Values.finite(w.difference())),
        Numbers.p(w.pAdjusted()),
        Numbers.count(w.n()),
        new CaseLinks(findings).of(w.exemplars(), w.system(), 3),
        w.pAdjusted().isPresent() ? Double.toString(w.pAdjusted().getAsDouble()) : "",
        w.also().stream().map(this::title).collect(Collectors.joining(", ")),
        w.also().size());
  }

  private String title(String metric) {
    MetricFacts facts = findings.metrics().get(metric);
    return facts == null ? metric : facts.title();
  }

  private List<SystemCases> worst() {
    return findings.worst().stream()
        .map(c -> CaseView.of(c, findings.systems().indexOf(c.system()), passes(c)))
        .collect(
            Collectors.groupingBy(CaseView.Shown::system, LinkedHashMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(
            e ->
                new SystemCases(
                    e.getKey(),
                    e.getValue(),
                    e.getValue().stream().allMatch(c -> c.tone().equals("holds"))
                        ? "All of its answers reach the threshold; these are the nearest to it."
                        : ""))
        .toList();
  }

  private boolean passes(Findings.WorstCase worst) {
    MetricFacts facts = findings.metrics().get(worst.metric());
    return facts != null && facts.passes(worst.value());
  }

  private static AgreedLine agreed(Agreed a) {
    return new AgreedLine(
        a.dimension(),
        a.coefficient(),
        Numbers.plain(a.value()),
        Numbers.interval(a.low(), a.high()),
        Numbers.count(a.n()),
        a.remark());
  }

  private MissingLine missing(Missing m) {
    List<String> titles = m.what().stream().map(this::missed).toList();
    return new MissingLine(
        titles.get(0),
        titles.subList(1, titles.size()),
        m.systems(),
        m.status().replace('_', ' '),
        Excerpt.of(m.reason(), 300).text(),
        m.reasons() > 1 ? Numbers.count(m.reasons()) : "",
        Numbers.count(m.n()));
  }

  private String missed(String what) {
    MetricFacts facts = findings.metrics().get(what);
    return facts == null ? what : facts.title();
  }
}
