package dev.assay.jobs.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanOptionsTest {
  private static final AssayConfig DEFAULTS = ConfigLoader.defaults().load().config();

  private static PlanOptions options(String words) {
    return PlanOptions.of(List.of(words.split(" ")), DEFAULTS);
  }

  private static String printed(String words) {
    return new PlanTable(new CostModel(UnitCosts.measured()), options(words)).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--executors 2 | --rows 1e6",
        "--row 5 | Did you mean '--rows'?",
        "--rows | needs a value",
        "--rows 1e9x | '1e9x'; it has to be a number from 0 to 1e15, such as 1000 or 1e9",
        "--rows NaN | 'NaN'",
        "--rows 0 | at least 1",
        "--rows 5 --rows 6 | given twice",
        "--rows 5 --systems 0 | a whole number, at least 1",
        "--rows 5 --cores 1.5 | a whole number, at least 1",
        "--rows 5 --distinct 2 | a share from 0 to 1",
        "--rows 5 --calls-per-second 0 | more than 0",
        "--rows 5 --evaluators blue | Did you mean 'bleu'?",
      })
  void whatCannotBeFollowedSaysWhatCan(String words, String told) {
    assertThatThrownBy(() -> options(words))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(told);
  }

  @Test
  void defaultsAreThoseOfTheConfiguration() {
    PlanOptions options = options("--rows 1e6");
    assertThat(options.workload().answers()).isEqualTo(1e6);
    assertThat(options.workload().commitRows()).isEqualTo(DEFAULTS.pipeline().commitRows());
    assertThat(options.workload().evaluators().stream().map(one -> one.spec().id()))
        .containsExactlyElementsOf(DEFAULTS.evaluators());
    // One of them would use a cross-encoder where there is one.
    assertThat(printed("--rows 1e6")).contains("a token for entailment").doesNotContain("cross");
  }

  @Test
  void theTableNamesWhatIsNotKnownAndWhichLimitsAreMet() {
    String table = printed("--rows 1e9 --executors 64 --cores 8 --evaluators bleu,toxicity");
    assertThat(table)
        .contains(
            "Not in it: evaluate: no unit cost is measured for a token for toxicity.",
            "was not measured beyond 2 cores",
            "More than ten times what was measured",
            "1,000,000,000 answers, more than 12,000,000: analyze holds")
        .doesNotContain("NaN", "Infinity");
    assertThat(printed("--rows 1000 --evaluators bleu"))
        .contains("No limit of docs/scale.md is met.")
        .doesNotContain("Not in it: evaluate", "not known");
  }

  @Test
  void theDocumentHasEveryOptionAndEveryLimit() throws IOException {
    String document =
        Files.readString(Path.of(System.getProperty("assay.root", "..")).resolve("docs/scale.md"));
    assertThat(PlanOptions.known()).allSatisfy(name -> assertThat(document).contains(name));
    assertThat(UnitCosts.measured().limits())
        .allSatisfy(
            limit ->
                assertThat(document)
                    .contains(
                        (limit.at() < 1e6
                                ? "%,.0f ".formatted(limit.at())
                                : "%.0f million ".formatted(limit.at() / 1e6))
                            + limit.of()));
  }
}
