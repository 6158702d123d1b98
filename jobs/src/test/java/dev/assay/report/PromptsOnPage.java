package dev.assay.report;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.core.Evaluator;
import dev.assay.evaluators.Evaluators;
import dev.assay.tables.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jsoup.Jsoup;

/** What the page's method appendix says of prompts, and what their files are. */
public final class PromptsOnPage {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));

  private PromptsOnPage() {}

  /** Lines of the table of prompts: purpose, name, version, hash, calls. */
  public static List<String> of(Store store, AssayConfig config) {
    String page =
        new ReportPage(store, config, Evaluators.all().stream().map(Evaluator::spec).toList())
            .html(Instant.parse("2026-01-01T00:00:00Z"));
    return Jsoup.parse(page).select("#prompts tbody tr").eachText();
  }

  /**
   * A line but for its calls, with the first twelve digits of what sha256sum prints of the file.
   *
   * @param name of a file in conf/prompts, of version 1
   */
  public static String line(String purpose, String name) {
    try {
      String file = Files.readString(ROOT.resolve("conf/prompts/" + name + ".md"));
      return "%s %s 1 %s ".formatted(purpose, name, Hashes.sha256(file).substring(0, 12));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
