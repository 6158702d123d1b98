package dev.assay.report;

import dev.assay.evaluators.sets.QuestionsDrift;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** The page of {@link SampleStore#full} with twins, rendered once. */
final class SamplePage {
  static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String NEGATED =
      """
      {"run_id":"run-analyze","system":"faulty","metric":"groundedness.groundedness_mean","perturbation":"negation","slice":"stratum_id=0","n":24,"n_groups":12,"drop":0.6,"band_low":0.5,"band_high":0.7,"worse":true}\
      """;

  /** A metric with a good end that was never calibrated. */
  private static final String SCORE =
      """
      {"case_id":"case0","system":"dense","repeat":0,"metric":"aside.uncalibrated","value":0.9,"passed":true,"threshold":0.5,"status":"ok","truncated":false,"fingerprint":"f"}\
      """;

  private static final String CELL =
      """
      {"run_id":"run-analyze","system":"dense","slice":"all","metric":"aside.uncalibrated","dimension":"","validation_dimension":"hallucination","estimate":0.9,"ci_method":"none","n":1,"n_groups":1,"n_missing":0,"status":"ok"}\
      """;

  private static String html;

  private SamplePage() {}

  static synchronized String html() {
    if (html == null) {
      try {
        Path home = Files.createTempDirectory("assay-page-");
        FileUtils.forceDeleteOnExit(home.toFile());
        html = html(twins(SampleStore.full(home)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return html;
  }

  static Document page() {
    return Jsoup.parse(html());
  }

  static String html(SampleStore sample) {
    return new ReportPage(sample.store(), sample.config(), List.of(new QuestionsDrift().spec()))
        .html(NOW);
  }

  private static SampleStore twins(SampleStore sample) {
    JsonRows.append(
        sample.store(),
        Tables.ROBUSTNESS,
        List.of(twins("faulty", "typo", "preserved"), twins("faulty", "negation", "changed")));
    JsonRows.append(sample.store(), Tables.ROBUSTNESS_SURFACE, List.of(NEGATED));
    JsonRows.append(sample.store(), Tables.SCORES, List.of(SCORE));
    JsonRows.append(sample.store(), Tables.LEADERBOARD, List.of(CELL));
    return sample;
  }

  private static String twins(String system, String perturbation, String meaning) {
    return """
    {"run_id":"run-analyze","system":"%s","perturbation":"%s","intensity":"all","metric":"groundedness.groundedness_mean","dimension":"","meaning":"%s","n":24,"n_groups":12,"n_missing":0,"judged":0,"flips":0,"drop":0.3,"ci_low":0.2,"ci_high":0.4,"ci_method":"bootstrap","worst_case_ids":[]}\
    """
        .formatted(system, perturbation, meaning);
  }
}
