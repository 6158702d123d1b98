package dev.assay.report;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.core.Spec;
import dev.assay.report.grammar.GrammarSection;
import dev.assay.report.grammar.GroupWords;
import dev.assay.report.robustness.RobustnessSection;
import dev.assay.tables.Store;
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

  /**
   * @param specs what the evaluators declare of their metrics; metrics that only the tables know
   *     are shown without their meaning
   */
  public ReportPage(Store store, AssayConfig config, Collection<Spec> specs) {
    this.store = store;
    this.config = config;
    this.declared = MetricFacts.of(specs, config.evaluate().thresholds());
  }

  /** The page as text. */
  public String html(Instant now) {
    try (Scope scope = Scope.of(store, config)) {
      Findings findings = new FindingsReader(scope, declared).read();
      Optional<String> analysis = scope.run("analyze");
      return html(
          findings, GrammarSection.of(store, analysis), RobustnessSection.of(store, analysis), now);
    }
  }

  /** The page's first lines, for a terminal. */
  public List<String> headline() {
    Findings findings;
    List<String> lines;
    try (Scope scope = Scope.of(store, config)) {
      findings = new FindingsReader(scope, declared).headline();
      lines = new ArrayList<>(GroupWords.of(store, scope.run("analyze")));
    }
    Headline headline =
        Headline.of(
            findings.calibrations(),
            findings.metrics(),
            findings.cells(),
            config.report().dimension());
    lines.addAll(verdicts(findings, headline).lines());
    return lines;
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

  private String html(
      Findings findings,
      List<GrammarSection.Part> grammar,
      List<RobustnessSection.Part> robustness,
      Instant now) {
    Headline headline =
        Headline.of(
            findings.calibrations(),
            findings.metrics(),
            findings.cells(),
            config.report().dimension());
    Map<String, Object> page =
        new PageContext(findings, headline, verdicts(findings, headline)).context();
    page.put("grammar", grammar);
    page.put("robustness", robustness);
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
    page.put("data", new ChartData(findings, config::bar).json());
    StringWriter out = new StringWriter();
    try {
      engine().getTemplate("page.peb").evaluate(out, page, Locale.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot render the report's template", e);
    }
    return SealedPage.of(out.toString());
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
