package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.SampleStore;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The notebook is executed on small stores, by pandas and by Spark; what it needs is installed by
 * {@code scripts/test} beneath {@code dist/notebook} and {@code dist/notebook-spark}.
 */
@Tag("slow")
class NotebookTest {
  private static final String RUN =
      """
      {"run_id":"run-analyze","name":"assay","stage":"analyze","config":"{}","config_hash":"c0ffee","code_version":"0.1.0","table_versions":{},"started_at":"2026-01-02T03:04:05Z","ended_at":"2026-01-02T03:04:05Z","status":"done","counts":{}}\
      """;
  private static final String COVERED =
      """
      {"run_id":"run-analyze","case_id":"case0","system":"dense","repeat":0}\
      """;
  private static final String SCORE =
      """
      {"case_id":"case0","system":"dense","repeat":0,"metric":"m.m","status":"model_error","reason":"out of memory","truncated":false,"model":"bge","fingerprint":"f"}\
      """;
  private static final String ELSEWHERE =
      """
      {"case_id":"of another run","system":"of another run","repeat":0,"metric":"m.m","dimension":"correctness","alpha":0.1,"slice":"all","decision":"refer"}\
      """;

  @TempDir private Path home;

  @ParameterizedTest
  @ValueSource(strings = {"pandas", "spark"})
  void itReadsAStoreAndDrawsWhatItSays(String reader) throws Exception {
    ExecutedNotebook.needs(reader);
    SampleStore sample = SampleStore.full(home);
    // 1, 1, 1, 0 and 1, 1, 0, 0: agreement 3/4, by chance 3/4·2/4 + 1/4·2/4, so kappa 1/2.
    List<String> labels = new ArrayList<>();
    List<String> first = List.of("1", "1", "1", "0");
    List<String> second = List.of("1", "1", "0", "0");
    for (int i = 0; i < 4; i++) {
      labels.add(label(i, "first", first.get(i)));
      labels.add(label(i, "second", second.get(i)));
    }
    JsonRows.append(sample.store(), Tables.LABELS, labels);
    JsonRows.append(sample.store(), Tables.DECISIONS, List.of(ELSEWHERE));
    ExecutedNotebook notebook = ExecutedNotebook.of(reader, home);

    assertThat(notebook.said("# Reading a store")).contains(reader + " reads ");

    assertThat(notebook.said("## Leaderboard"))
        .containsPattern("correctness +dense +0\\.95 +0\\.92");
    assertThat(notebook.said("## Reliability"))
        .contains("the lower end of its AUROC, 0.41, is under 0.60");
    assertThat(notebook.said("## Decisions"))
        .contains("groundedness.groundedness_mean")
        .doesNotContain("of another run");
    assertThat(notebook.said("## Weaknesses")).contains("faulty");
    assertThat(notebook.said("## How far annotators disagree"))
        .containsPattern("correctness +first +second +4 +0\\.75 +0\\.5\n")
        .doesNotContain("planted");
    assertThat(notebook.all()).doesNotContain("NaN");
    assertThat(notebook.plots())
        .containsOnlyKeys(
            "## Decisions", "## How far annotators disagree", "## Reliability", "## Weaknesses");
    // By Spark the session has our functions: of the two contexts one says 8 dollars, none 9.
    assertThat(notebook.said("## The same code as SQL functions"))
        .matches(text -> text.contains("groundedness") == reader.equals("spark"));
  }

  @Test
  void tablesThatNothingWasWrittenToAreEmpty() throws Exception {
    ExecutedNotebook.needs("pandas");
    Store store = SampleStore.empty(home).store();
    JsonRows.append(store, Tables.RUNS, List.of(RUN));
    JsonRows.append(store, Tables.RUN_CASES, List.of(COVERED));
    JsonRows.append(store, Tables.SCORES, List.of(SCORE));
    ExecutedNotebook notebook = ExecutedNotebook.of("pandas", home);

    assertThat(notebook.said("## Leaderboard")).contains("Nobody has judged an answer.");
    assertThat(notebook.said("## Decisions")).contains("Nothing was decided");
    assertThat(notebook.said("## Weaknesses")).contains("No condition stands out.");
    assertThat(notebook.said("## How far annotators disagree"))
        .contains("No answer was judged by two people.");
    assertThat(notebook.plots()).isEmpty();
  }

  /** In the form that a workspace imports, by names of a catalog and with the session there. */
  @Test
  void itsDatabricksFormSaysTheSameOfTablesByName() throws Exception {
    ExecutedNotebook.needs("spark");
    SampleStore.full(home);
    Path log = home.resolve("log.txt");
    Path source = ExecutedNotebook.ROOT.resolve("notebooks/explore.py");
    ExecutedNotebook.run(
        home,
        log,
        ExecutedNotebook.python("spark"),
        ExecutedNotebook.ROOT.resolve("scripts/lib/run_source.py").toAbsolutePath().toString(),
        source.toAbsolutePath().toString(),
        home.resolve("store").toString());
    assertThat(Files.readString(log))
        .contains("spark reads `spark_catalog`.`assay`")
        .containsPattern("correctness +dense +0\\.95 +0\\.92")
        .contains("the lower end of its AUROC, 0.41, is under 0.60")
        .contains("groundedness.groundedness_mean");

    ExecutedNotebook.run(
        home,
        log,
        "python3",
        ExecutedNotebook.ROOT.resolve("scripts/databricks/notebook.py").toString(),
        "--check");
    assertThat(Files.readString(log)).contains("those of notebooks/explore.ipynb");
  }

  private static String label(int at, String annotator, String label) {
    return """
    {"case_id":"case%1$d","system":"dense","repeat":0,"label_id":"%2$s%1$d","dimension":"correctness","label":"%3$s","annotator":"%2$s","split":"test"}\
    """
        .formatted(at, annotator, label);
  }
}
