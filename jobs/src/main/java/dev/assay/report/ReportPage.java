package dev.assay.report;

import dev.assay.base.Hashes;
import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.jobs.engine.ClosingWords;
import dev.assay.report.cost.CostTable;
import dev.assay.report.drift.DriftSection;
import dev.assay.report.grammar.GrammarSection;
import dev.assay.report.grammar.GroupWords;
import dev.assay.report.judges.JudgesSection;
import dev.assay.report.minute.Minute;
import dev.assay.report.pairs.PairTables;
import dev.assay.report.parts.LeastEditsTable;
import dev.assay.report.parts.PeopleByPart;
import dev.assay.report.parts.PromptTable;
import dev.assay.report.parts.Silent;
import dev.assay.report.parts.Surface;
import dev.assay.report.robustness.RobustnessSection;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.text.SealedPage;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * One HTML file about the newest finished runs of {@code run.name}: it needs no network, no server
 * and no other file. Texts of the data are escaped wherever they are shown.
 */
public final class ReportPage {
  private static final String CHARTS = "META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Store store;
  private final AssayConfig config;
  private final Map<String, MetricFacts> declared;
  private final Set<String> judged;
  private final Map<String, List<String>> prompts = new TreeMap<>();

  /**
   * @param specs what the evaluators declare of their metrics; metrics that only the tables know
   *     are shown without their meaning
   */
  public ReportPage(Store store, AssayConfig config, Collection<Spec> specs) {
    this.store = store;
    this.config = config;
    this.declared = MetricFacts.of(specs, config.evaluate().thresholds());
    specs.forEach(spec -> prompts.put(spec.id(), spec.prompts()));
    this.judged =
        specs.stream()
            .filter(spec -> spec.models().contains(Slot.CHAT))
            .flatMap(spec -> spec.metrics().stream().map(spec::qualified))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** The page as text. */
  public String html(Instant now) {
    ClosingWords words = words(); // Of the tables as they are before they are read.
    try (Scope scope = Scope.of(store, config)) {
      Findings findings = new FindingsReader(scope, declared).read();
      Optional<String> analysis = scope.run("analyze");
      // What a terminal shows at the end is among it: it need not be read again for that.
      words.keep(lines(findings, analysis));
      Map<String, String> titles = new TreeMap<>();
      findings.metrics().forEach((name, metric) -> titles.put(name, metric.title()));
      Map<Integer, String> topics = findings.topicLabels();
      Map<String, Supplier<?>> parts = new TreeMap<>();
      parts.put("minute", () -> minute(new Minute(titles, topics), findings, scope, analysis));
      parts.put("queued", () -> analysis.isPresent() && !store.isBlank(Tables.REVIEW_QUEUE));
      parts.put("drift", () -> DriftSection.of(store, analysis, 1 - config.analyze().confidence()));
      parts.put("pairs", () -> pairs(findings, analysis));
      parts.put("costs", () -> CostTable.of(scope.asked(analysis), quality(findings)));
      parts.put("grammar", () -> GrammarSection.of(store, analysis));
      parts.put("robustness", () -> RobustnessSection.of(store, analysis));
      parts.put("surface", () -> Surface.of(store, analysis, topics));
      parts.put("prompts", () -> PromptTable.of(store, config, prompts));
      parts.put("leastEdits", () -> LeastEditsTable.of(store, analysis));
      parts.put("peopleByPart", () -> PeopleByPart.of(store, analysis, topics));
      Pending pending = new Pending(store.spark());
      parts.replaceAll((name, part) -> pending.add(part));
      pending.run();
      Map<String, Object> sections = new TreeMap<>();
      parts.forEach((name, part) -> sections.put(name, part.get()));
      return html(findings, sections, now);
    }
  }

  private Map<String, Minute.Part> minute(
      Minute minute, Findings findings, Scope scope, Optional<String> analysis) {
    Map<String, Minute.Part> parts =
        minute.of(
            store,
            analysis,
            1 - config.analyze().confidence(),
            scope.waiting(analysis),
            scope.labels());
    findings
        .systems()
        .forEach(system -> parts.putIfAbsent(system, new Minute.Part(List.of(), List.of())));
    return parts;
  }

  /** The metric that the page leads with, by topic and kind of question. */
  private List<PairTables.Table> pairs(Findings findings, Optional<String> analysis) {
    return headline(findings)
        .metric()
        .map(
            metric ->
                new PairTables(
                        metric.name(),
                        metric.direction(),
                        metric.threshold(),
                        metric.range(),
                        findings.topicLabels())
                    .of(store, analysis, config.analyze().confidence()))
        .orElse(List.of());
  }

  /** What people would pass of each system's answers. */
  private Map<String, OptionalDouble> quality(Findings findings) {
    JudgedShares shares = JudgedShares.of(findings, config.analyze().confidence());
    Optional<String> dimension = headline(findings).dimension();
    Map<String, OptionalDouble> quality = new TreeMap<>();
    for (String system : findings.systems()) {
      quality.put(
          system,
          dimension
              .flatMap(d -> shares.of(system, Slice.ALL, d))
              .map(Findings.Cell::humanEstimate)
              .orElse(OptionalDouble.empty()));
    }
    return quality;
  }

  /** The page's first lines, for a terminal. */
  public List<String> headline() {
    ClosingWords words = words();
    return words
        .kept()
        .orElseGet(
            () -> {
              try (Scope scope = Scope.of(store, config)) {
                List<String> lines =
                    lines(new FindingsReader(scope, declared).headline(), scope.run("analyze"));
                words.keep(lines);
                return lines;
              }
            });
  }

  private ClosingWords words() {
    return new ClosingWords(store, config, declared.keySet());
  }

  private List<String> lines(Findings findings, Optional<String> analysis) {
    List<String> lines = new ArrayList<>(GroupWords.of(store, analysis));
    lines.addAll(verdicts(findings, headline(findings)).lines());
    return lines.stream().map(OneLine::of).toList();
  }

  private Headline headline(Findings findings) {
    return Headline.of(
        findings.calibrations(), findings.metrics(), findings.cells(), config.report().dimension());
  }

  private Verdicts verdicts(Findings findings, Headline headline) {
    return new Verdicts(
        findings,
        headline,
        new Trust(findings, headline, config::bar, config.analyze().minGroups()),
        JudgedShares.of(findings, config.analyze().confidence()));
  }

  /** What a page of this store and run name begins with, and no other's. */
  public static String mark(AssayConfig config) {
    return Hashes.sha256(config.store().toString(), config.run().name());
  }

  /** Writes the page to {@code report.path}, replacing what is there, and returns where it is. */
  public String write(Configuration hadoop, Instant now) {
    byte[] page = html(now).getBytes(StandardCharsets.UTF_8);
    Path path = new Path(config.report().path());
    try {
      FileSystem files = path.getFileSystem(hadoop);
      try (OutputStream out = files.create(path, true)) {
        out.write(page);
      }
      return files.makeQualified(path).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write the report to report.path = '" + config.report().path() + "'", e);
    }
  }

  private String html(Findings findings, Map<String, Object> sections, Instant now) {
    Headline headline = headline(findings);
    Map<String, Object> page =
        new PageContext(findings, headline, verdicts(findings, headline)).context();
    page.putAll(sections);
    page.put("silent", Silent.of(page));
    page.put(
        "judges",
        JudgesSection.of(
            decided(findings),
            config.jointModels().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, model -> model.getValue().metrics())),
            judged::contains));
    page.put("mark", mark(config));
    page.put("title", config.report().title());
    page.put("run", config.run().name());
    page.put("seed", Long.toString(config.run().seed()));
    page.put("confidence", Math.round(config.analyze().confidence() * 100));
    page.put("written", MINUTE.format(now));
    page.put("maxCharacters", Numbers.count(CaseView.MOST_CHARACTERS));
    page.put("style", resource("report/page.css"));
    page.put("charts", resource(CHARTS));
    page.put("script", resource("report/page.js"));
    page.put("tables", resource("report/tables.js"));
    page.put("data", new ChartData(findings, config::bar, headline.dimension().orElse("")).json());
    StringWriter out = new StringWriter();
    try {
      engine().getTemplate("page.peb").evaluate(out, page, Locale.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot render the report's template", e);
    }
    return SealedPage.of(out.toString());
  }

  /** Decisions of all systems by each metric and dimension. */
  private static List<JudgesSection.Decided> decided(Findings findings) {
    Map<List<String>, List<Findings.Decided>> cells =
        findings.decided().stream()
            .filter(one -> one.topic().isEmpty())
            .collect(Collectors.groupingBy(one -> List.of(one.metric(), one.dimension())));
    return cells.entrySet().stream()
        .map(
            cell ->
                new JudgesSection.Decided(
                    cell.getKey().get(0),
                    cell.getKey().get(1),
                    findings.calibrations().stream()
                        .filter(c -> c.slice().equals(Slice.ALL))
                        .filter(c -> List.of(c.metric(), c.dimension()).equals(cell.getKey()))
                        .mapToLong(CalibrationSummary::groups)
                        .max()
                        .orElse(0),
                    cell.getValue().stream().mapToLong(Findings.Decided::accept).sum(),
                    cell.getValue().stream().mapToLong(Findings.Decided::reject).sum(),
                    cell.getValue().stream().mapToLong(Findings.Decided::refer).sum()))
        .toList();
  }

  private static PebbleEngine engine() {
    ClasspathLoader loader = new ClasspathLoader(ReportPage.class.getClassLoader());
    loader.setPrefix("report");
    return new PebbleEngine.Builder().loader(loader).strictVariables(true).build();
  }

  private static String resource(String name) {
    try (InputStream in = ReportPage.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("Resource '" + name + "' is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read resource '" + name + "'", e);
    }
  }
}
