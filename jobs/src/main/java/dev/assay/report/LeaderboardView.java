package dev.assay.report;

import dev.assay.conformal.CalibrationStatus;
import dev.assay.core.Direction;
import dev.assay.core.ValidationDimension;
import dev.assay.jobs.analysis.Standing;
import dev.assay.report.Findings.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The leaderboard as shown: a row a metric, a column a system. */
record LeaderboardView(Findings findings) {

  private static final double SIGNIFICANT = 0.05;
  private static final Map<ValidationDimension, String> TITLES =
      Map.of(
          ValidationDimension.RETRIEVAL, "Retrieval",
          ValidationDimension.QA, "Questions and answers",
          ValidationDimension.TONE, "Tone",
          ValidationDimension.RISK, "Risk and guardrails",
          ValidationDimension.HALLUCINATION, "Hallucination",
          ValidationDimension.BAD_ACTOR, "Bad actors");

  /**
   * One metric. {@code goal} says which end is good and where it passes, {@code standing} what may
   * rest on it: empty where nothing is calibrated at all, and for what has no good end.
   */
  record Line(
      String title,
      String name,
      String meaning,
      String goal,
      boolean primary,
      boolean fit,
      String standing,
      List<Entry> entries) {}

  /**
   * One system's value. {@code beats} names the columns that it is significantly better than,
   * {@code order} is what sorting goes by.
   */
  record Entry(
      String estimate,
      String interval,
      String n,
      String missing,
      String rank,
      String beats,
      String tone,
      String order) {}

  /** The primary metrics of one validation dimension. */
  record Area(String title, List<Line> lines) {}

  /** A dimension that people labelled, with what is known of each system. */
  record Said(String dimension, List<String> shares) {}

  /** The slices by one attribute or several. */
  record Table(String title, List<Part> lines) {}

  /** One slice, with what is known of each system in it. */
  record Part(String where, List<PartEntry> parts) {}

  /** What people would pass, and the mean of the metric that the page shows. */
  record PartEntry(
      PageContext.Judged judged, String mean, String interval, String n, String order) {}

  /** Column letters by system. */
  Map<String, String> letters() {
    Map<String, String> letters = new TreeMap<>();
    for (int i = 0; i < findings.systems().size(); i++) {
      letters.put(findings.systems().get(i), letter(i));
    }
    return letters;
  }

  /** Metrics with a good end first, of those the ones that decide; descriptive ones last. */
  List<Line> lines() {
    Map<String, List<Cell>> byMetric =
        findings.cells().stream()
            .filter(c -> c.slice().equals(Slice.ALL) && !c.metric().equals(JudgedShares.METRIC))
            .collect(Collectors.groupingBy(Cell::metric));
    List<MetricFacts> metrics = new ArrayList<>(findings.metrics().values());
    byMetric.keySet().stream()
        .filter(name -> !findings.metrics().containsKey(name))
        .sorted()
        .forEach(
            name ->
                metrics.add(
                    MetricFacts.undeclared(
                        name, Direction.NONE, java.util.OptionalDouble.empty())));
    List<Line> lines = new ArrayList<>();
    for (boolean descriptive : new boolean[] {false, true}) {
      for (MetricFacts metric : metrics) {
        if (byMetric.containsKey(metric.name())
            && (metric.direction() == Direction.NONE) == descriptive) {
          lines.add(line(metric, byMetric.get(metric.name())));
        }
      }
    }
    lines.sort(Comparator.comparing(line -> !line.fit()));
    return lines;
  }

  /** How its newest calibrations over all cases came out, by what people judged. */
  Standing standing(String metric) {
    Map<String, CalibrationStatus> statuses = new TreeMap<>();
    findings.calibrations().stream()
        .filter(c -> c.slice().equals(Slice.ALL) && c.metric().equals(metric))
        .forEach(c -> statuses.put(c.dimension(), CalibrationStatus.of(c.status())));
    return new Standing(statuses);
  }

  /** Primary metrics by validation dimension, in the order of seed 003; others behind them. */
  List<Area> areas() {
    Map<String, String> titles = new LinkedHashMap<>();
    for (ValidationDimension dimension : ValidationDimension.values()) {
      titles.put(dimension.id(), TITLES.get(dimension));
    }
    titles.put("", "Of no dimension");
    Map<String, List<Line>> lines = new LinkedHashMap<>();
    titles.keySet().forEach(id -> lines.put(id, new ArrayList<>()));
    for (Line line : lines()) {
      if (line.primary()) {
        lines.get(titles.containsKey(area(line)) ? area(line) : "").add(line);
      }
    }
    return lines.entrySet().stream()
        .filter(area -> !area.getValue().isEmpty())
        .map(area -> new Area(titles.get(area.getKey()), area.getValue()))
        .toList();
  }

  private String area(Line line) {
    return findings.areas().getOrDefault(line.name(), "");
  }

  /** What people would pass, once for each dimension. */
  List<Said> people() {
    JudgedShares shares =
        new JudgedShares(findings.systems(), findings.cells(), findings.comparisons(), SIGNIFICANT);
    return JudgedShares.dimensions(findings.cells()).stream()
        .map(
            dimension ->
                new Said(
                    dimension,
                    findings.systems().stream()
                        .map(
                            system ->
                                shares
                                    .of(system, Slice.ALL, dimension)
                                    .map(JudgedShares::share)
                                    .orElse("not judged"))
                        .toList()))
        .toList();
  }

  /** Slices by everything but the topic alone, which has a part of its own. */
  List<Table> byAttribute(Verdicts verdicts, Optional<MetricFacts> metric) {
    Map<Integer, String> topics = findings.topicLabels();
    Map<String, Map<String, List<Cell>>> tables = new TreeMap<>();
    for (Cell cell : findings.cells()) {
      Slice slice = Slice.parse(cell.slice());
      if (!slice.isAll() && slice.onlyStratum().isEmpty()) {
        tables
            .computeIfAbsent(slice.by(), by -> new TreeMap<>())
            .computeIfAbsent(cell.slice(), name -> new ArrayList<>())
            .add(cell);
      }
    }
    List<Table> shown = new ArrayList<>();
    tables.forEach(
        (by, slices) -> {
          List<Part> parts = new ArrayList<>();
          slices.forEach(
              (slice, cells) ->
                  parts.add(
                      new Part(
                          Slice.parse(slice).words(topics),
                          findings.systems().stream()
                              .map(
                                  system ->
                                      part(
                                          verdicts.trust().slice(system, slice),
                                          cells.stream()
                                              .filter(c -> c.system().equals(system))
                                              .filter(c -> c.dimension().isEmpty())
                                              .filter(
                                                  c ->
                                                      metric
                                                          .map(MetricFacts::name)
                                                          .filter(c.metric()::equals)
                                                          .isPresent())
                                              .findFirst()))
                              .toList())));
          shown.add(new Table(by, parts));
        });
    return shown;
  }

  private static PartEntry part(Trust.Judgment judgment, Optional<Cell> cell) {
    PageContext.Judged judged = PageContext.judged(judgment);
    return cell.filter(c -> c.estimate().isPresent())
        .map(
            c ->
                new PartEntry(
                    judged,
                    Numbers.plain(c.estimate()),
                    Numbers.interval(c.low(), c.high()),
                    Numbers.count(c.n()),
                    Double.toString(judgment.estimate().orElse(c.estimate().getAsDouble()))))
        .orElse(new PartEntry(judged, "", "", "", ""));
  }

  private Line line(MetricFacts metric, List<Cell> cells) {
    List<Entry> entries = new ArrayList<>();
    for (String system : findings.systems()) {
      entries.add(
          cells.stream()
              .filter(c -> c.system().equals(system) && c.dimension().isEmpty())
              .findFirst()
              .or(() -> cells.stream().filter(c -> c.system().equals(system)).findFirst())
              .map(c -> entry(metric, c))
              .orElse(new Entry(Numbers.ABSENT, "", "", "", "", "", "", "")));
    }
    boolean good = metric.direction() != Direction.NONE;
    Standing standing = standing(metric.name());
    return new Line(
        metric.title(),
        metric.name(),
        metric.meaning(),
        metric.goal(),
        metric.primary() && good,
        good && standing.isFit(),
        good && !findings.calibrations().isEmpty() ? standing.words() : "",
        entries);
  }

  private Entry entry(MetricFacts metric, Cell cell) {
    String beats = cell.estimate().isEmpty() ? "" : beats(metric, cell.system());
    return new Entry(
        cell.estimate().isEmpty() ? "not measured" : Numbers.plain(cell.estimate()),
        Numbers.interval(cell.low(), cell.high()),
        Numbers.count(cell.n()),
        cell.missing() == 0 ? "" : Numbers.count(cell.missing()),
        cell.rank().isEmpty() ? "" : Long.toString(Math.round(cell.rank().getAsDouble())),
        beats,
        tone(metric, cell),
        cell.estimate().isEmpty() ? "" : Double.toString(cell.estimate().getAsDouble()));
  }

  private static String tone(MetricFacts metric, Cell cell) {
    return Trust.level(
            cell.low(), cell.high(), cell.groups(), metric.direction(), metric.threshold(), 1)
        .name()
        .toLowerCase(java.util.Locale.ROOT);
  }

  private String beats(MetricFacts metric, String system) {
    if (metric.direction() == Direction.NONE) {
      return "";
    }
    Map<String, String> letters = letters();
    double sign = metric.direction() == Direction.DOWN ? -1 : 1;
    return findings.comparisons().stream()
        .filter(
            d ->
                d.metric().equals(metric.name())
                    && d.pAdjusted().isPresent()
                    && d.pAdjusted().getAsDouble() < SIGNIFICANT)
        .filter(
            d ->
                d.a().equals(system)
                    ? sign * d.difference() > 0
                    : d.b().equals(system) && sign * d.difference() < 0)
        .map(d -> letters.getOrDefault(d.a().equals(system) ? d.b() : d.a(), ""))
        .filter(letter -> !letter.isEmpty())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static String letter(int index) {
    return index < 26
        ? String.valueOf((char) ('A' + index))
        : letter(index / 26 - 1) + letter(index % 26);
  }
}
