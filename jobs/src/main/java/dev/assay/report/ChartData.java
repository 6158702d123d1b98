package dev.assay.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Rounding;
import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Decided;
import dev.assay.report.Findings.Topic;
import dev.assay.report.figures.Distinct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What the charts draw, as one JSON text that is safe inside a script element. */
final class ChartData {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Findings findings;
  private final ToDoubleFunction<String> bar;
  private final String dimension;
  private final Map<String, Integer> topicIndex = new LinkedHashMap<>();
  private final Map<Integer, Integer> stratumIndex = new LinkedHashMap<>();

  /**
   * @param bar share that people must pass, by dimension
   * @param dimension what the verdicts are about: charts open on it; empty where nobody judged
   */
  ChartData(Findings findings, ToDoubleFunction<String> bar, String dimension) {
    this.findings = findings;
    this.bar = bar;
    this.dimension = dimension;
    for (Topic topic : findings.topics()) {
      stratumIndex.put(topic.id(), topicIndex.size());
      topicIndex.put(topic.label(), topicIndex.size());
    }
  }

  String json() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("systems", findings.systems());
    data.put("topics", findings.topics().stream().map(Topic::label).toList());
    data.put("heat", heat());
    data.put("calibrations", calibrations().stream().map(this::calibration).toList());
    data.put("decisions", decisions());
    data.put("strip", strip());
    data.put("map", map());
    try {
      // Neither "</script" nor "<!--" can occur once every "<" is escaped.
      return JSON.writeValueAsString(data).replace("<", "\\u003c");
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Maps and lists of texts and numbers serialise", impossible);
    }
  }

  private List<CalibrationSummary> calibrations() {
    return findings.calibrations().stream()
        .filter(c -> c.slice().equals(Slice.ALL))
        .sorted(
            Comparator.comparing((CalibrationSummary c) -> !c.fit())
                .thenComparing(c -> !c.dimension().equals(dimension)))
        .toList();
  }

  private List<Map<String, Object>> heat() {
    List<Map<String, Object>> layers = new ArrayList<>();
    for (CalibrationSummary c : calibrations()) {
      List<List<Object>> cells = new ArrayList<>();
      for (Decided d : findings.decided()) {
        if (c.fit()
            && d.metric().equals(c.metric())
            && d.dimension().equals(c.dimension())
            && topicIndex.containsKey(d.topic())
            && d.probability().estimate().isPresent()) {
          cells.add(
              cell(
                  d.system(),
                  topicIndex.get(d.topic()),
                  d.probability().estimate(),
                  d.probability().low(),
                  d.probability().high(),
                  d.n(),
                  0));
        }
      }
      layer(
          layers,
          "Expected pass rate: " + title(c.metric()) + " → " + c.dimension(),
          "up",
          OptionalDouble.of(bar.applyAsDouble(c.dimension())),
          true,
          cells);
    }
    findings.metrics().values().forEach(metric -> layer(layers, metric));
    return layers;
  }

  private void layer(List<Map<String, Object>> layers, MetricFacts metric) {
    List<List<Object>> cells = new ArrayList<>();
    for (Cell cell : findings.cells()) {
      OptionalInt stratum = Slice.parse(cell.slice()).onlyStratum();
      if (cell.metric().equals(metric.name())
          && cell.dimension().isEmpty()
          && stratum.isPresent()
          && stratumIndex.containsKey(stratum.getAsInt())
          && cell.estimate().isPresent()) {
        cells.add(
            cell(
                cell.system(),
                stratumIndex.get(stratum.getAsInt()),
                cell.estimate(),
                cell.low(),
                cell.high(),
                cell.n(),
                cell.missing()));
      }
    }
    layer(layers, metric.title(), metric.end(), metric.threshold(), false, cells);
  }

  private static void layer(
      List<Map<String, Object>> layers,
      String title,
      String direction,
      OptionalDouble bar,
      boolean percent,
      List<List<Object>> cells) {
    if (!cells.isEmpty()) {
      Map<String, Object> layer = new LinkedHashMap<>();
      layer.put("title", title);
      layer.put("direction", direction);
      layer.put("bar", number(bar));
      layer.put("percent", percent);
      layer.put("cells", cells);
      layers.add(layer);
    }
  }

  private List<Object> cell(
      String system,
      int topic,
      OptionalDouble estimate,
      OptionalDouble low,
      OptionalDouble high,
      long n,
      long missing) {
    return Arrays.asList(
        findings.systems().indexOf(system),
        topic,
        number(estimate),
        number(low),
        number(high),
        n,
        missing);
  }

  private Map<String, Object> calibration(CalibrationSummary c) {
    Map<String, Object> chart = new LinkedHashMap<>();
    chart.put("title", CalibrationView.title(c, findings.metrics(), findings.topicLabels()));
    chart.put("metric", title(c.metric()));
    chart.put(
        "curve",
        c.curve().stream().map(k -> List.of(round(k.score()), round(k.probability()))).toList());
    chart.put(
        "regions",
        (c.ofLevels() ? List.<Regions.Region>of() : Regions.of(c.curve(), c.quantile()))
            .stream().map(r -> List.of(round(r.from()), round(r.to()), r.set())).toList());
    chart.put(
        "cases",
        c.labelled().stream()
            .map(l -> List.of(round(l.score()), l.label(), l.system(), l.split()))
            .toList());
    chart.put("casesTotal", c.labelledTotal());
    chart.put("casesCut", c.labelled().size() < c.labelledTotal());
    List<Object> bins = new ArrayList<>();
    for (CalibrationSummary.Bin bin : c.reliability()) {
      OptionalDouble predicted = c.probability(bin.score());
      if (predicted.isPresent()) {
        bins.add(
            Arrays.asList(
                number(predicted),
                round(bin.probability()),
                number(bin.low()),
                number(bin.high()),
                bin.n()));
      }
    }
    chart.put("reliability", bins);
    return chart;
  }

  private List<Map<String, Object>> decisions() {
    Map<String, List<Object>> byCalibration = new LinkedHashMap<>();
    // What decides something first, else what may decide: the chart opens on it.
    List<String> worth = calibrations().stream().map(c -> c.metric() + c.dimension()).toList();
    List<Decided> ordered =
        findings.decided().stream()
            .filter(d -> d.topic().isEmpty() && d.n() > 0)
            .sorted(
                Comparator.comparing((Decided d) -> d.refer() == d.n())
                    .thenComparing(d -> !d.dimension().equals(dimension))
                    .thenComparingDouble(d -> (double) d.refer() / d.n())
                    .thenComparingInt(d -> worth.indexOf(d.metric() + d.dimension())))
            .toList();
    for (Decided d : ordered) {
      byCalibration
          .computeIfAbsent(title(d.metric()) + " → " + d.dimension(), k -> new ArrayList<>())
          .add(List.of(findings.systems().indexOf(d.system()), d.accept(), d.refer(), d.reject()));
    }
    byCalibration
        .values()
        .forEach(rows -> rows.sort(Comparator.comparingInt(r -> (Integer) ((List<?>) r).get(0))));
    return byCalibration.entrySet().stream()
        .<Map<String, Object>>map(
            e -> new TreeMap<>(Map.of("title", e.getKey(), "rows", e.getValue())))
        .toList();
  }

  /** Rows: system, topic (−1: none), question, perturbation from 1 (0: as asked). */
  private Map<String, Object> strip() {
    List<Object> rows = new ArrayList<>();
    Distinct questions = new Distinct();
    List<String> perturbations =
        findings.cloud().rows().stream()
            .map(Findings.Row::perturbation)
            .filter(name -> !name.isEmpty())
            .distinct()
            .sorted()
            .toList();
    for (Findings.Row row : findings.cloud().rows()) {
      rows.add(
          List.of(
              findings.systems().indexOf(row.system()),
              topicIndex.getOrDefault(row.topic(), -1),
              questions.place(row.question()),
              perturbations.indexOf(row.perturbation()) + 1));
    }
    List<Object> metrics = new ArrayList<>();
    findings
        .cloud()
        .values()
        .forEach(
            (name, values) -> {
              if (values.stream().anyMatch(OptionalDouble::isPresent)) {
                MetricFacts facts = findings.metrics().get(name);
                Map<String, Object> metric = new LinkedHashMap<>();
                metric.put("title", title(name));
                metric.put("direction", facts == null ? "none" : facts.end());
                metric.put("bar", facts == null ? null : number(facts.threshold()));
                metric.put("values", values.stream().map(ChartData::number).toList());
                metrics.add(metric);
              }
            });
    // In this order: that of a plain map is another in every process.
    Map<String, Object> strip = new LinkedHashMap<>();
    strip.put("rows", rows);
    strip.put("questions", questions.all());
    strip.put("perturbations", perturbations);
    strip.put("metrics", metrics);
    return strip;
  }

  private Map<String, Object> map() {
    Distinct documents = new Distinct();
    List<Object> points = new ArrayList<>();
    for (Findings.Chunk chunk : findings.map().chunks()) {
      points.add(
          List.of(
              round(chunk.x()),
              round(chunk.y()),
              stratumIndex.getOrDefault(chunk.topic(), -1),
              documents.place(chunk.document()),
              chunk.start()));
    }
    return new TreeMap<>(Map.of("documents", documents.all(), "points", points));
  }

  private String title(String metric) {
    MetricFacts facts = findings.metrics().get(metric);
    return facts == null ? metric : facts.title();
  }

  /** A number or JSON null, never NaN. */
  private static Object number(OptionalDouble value) {
    return value.isPresent() && Double.isFinite(value.getAsDouble())
        ? (Object) round(value.getAsDouble())
        : null;
  }

  private static double round(double value) {
    return Rounding.to(4, value) + 0.0; // no −0
  }
}
