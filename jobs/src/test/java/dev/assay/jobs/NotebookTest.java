package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.report.SampleStore;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
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
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));
  private static final Map<String, Path> PYTHON =
      Map.of(
          "pandas", ROOT.resolve("dist/notebook/bin/python"),
          "spark", ROOT.resolve("dist/notebook-spark/bin/python"));

  private final Map<String, String> said = new TreeMap<>();
  private final Map<String, Integer> plots = new TreeMap<>();

  @TempDir private Path home;

  @ParameterizedTest
  @ValueSource(strings = {"pandas", "spark"})
  void itReadsAStoreAndDrawsWhatItSays(String reader) throws Exception {
    needs(reader);
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
    execute(reader);

    assertThat(said.get("# Reading a store")).contains(reader + " reads ");

    assertThat(said.get("## Leaderboard")).containsPattern("correctness +dense +0\\.95 +0\\.92");
    assertThat(said.get("## Reliability"))
        .contains("the lower end of its AUROC, 0.41, is under 0.60");
    assertThat(said.get("## Decisions"))
        .contains("groundedness.groundedness_mean")
        .doesNotContain("of another run");
    assertThat(said.get("## Weaknesses")).contains("faulty");
    assertThat(said.get("## How far annotators disagree"))
        .containsPattern("correctness +first +second +4 +0\\.75 +0\\.5\n")
        .doesNotContain("planted");
    assertThat(plots)
        .containsOnlyKeys(
            "## Decisions", "## How far annotators disagree", "## Reliability", "## Weaknesses");
    // By Spark the session has our functions: of the two contexts one says 8 dollars, none 9.
    assertThat(said.getOrDefault("## The same code as SQL functions", ""))
        .matches(text -> text.contains("groundedness") == reader.equals("spark"));
  }

  @Test
  void tablesThatNothingWasWrittenToAreEmpty() throws Exception {
    needs("pandas");
    Store store = SampleStore.empty(home).store();
    JsonRows.append(store, Tables.RUNS, List.of(RUN));
    JsonRows.append(store, Tables.RUN_CASES, List.of(COVERED));
    JsonRows.append(store, Tables.SCORES, List.of(SCORE));
    execute("pandas");

    assertThat(said.get("## Leaderboard")).contains("Nobody has judged an answer.");
    assertThat(said.get("## Decisions")).contains("Nothing was decided");
    assertThat(said.get("## Weaknesses")).contains("No condition stands out.");
    assertThat(said.get("## How far annotators disagree"))
        .contains("No answer was judged by two people.");
    assertThat(plots).isEmpty();
  }

  /** In the form that a workspace imports, by names of a catalog and with the session there. */
  @Test
  void itsDatabricksFormSaysTheSameOfTablesByName() throws Exception {
    needs("spark");
    SampleStore.full(home);
    Path log = home.resolve("log.txt");
    Path source = ROOT.resolve("notebooks/explore.py");
    run(
        log,
        PYTHON.get("spark").toString(),
        ROOT.resolve("scripts/lib/run_source.py").toAbsolutePath().toString(),
        source.toAbsolutePath().toString(),
        home.resolve("store").toString());
    assertThat(Files.readString(log))
        .contains("spark reads `spark_catalog`.`assay`")
        .containsPattern("correctness +dense +0\\.95 +0\\.92")
        .contains("the lower end of its AUROC, 0.41, is under 0.60")
        .contains("groundedness.groundedness_mean");

    run(log, "python3", ROOT.resolve("scripts/databricks/notebook.py").toString(), "--check");
    assertThat(Files.readString(log)).contains("those of notebooks/explore.ipynb");
  }

  private static void needs(String reader) {
    Assumptions.assumeTrue(
        Files.isExecutable(PYTHON.get(reader)),
        PYTHON.get(reader) + " is missing: scripts/test could not install what the notebook needs");
  }

  /**
   * Runs the notebook on the store and reads what it said. Spark finds our classes and Delta's
   * where this JVM does.
   */
  private void execute(String reader) throws Exception {
    Path output = home.resolve("executed.ipynb");
    run(
        home.resolve("log.txt"),
        PYTHON.get(reader).toString(),
        ROOT.resolve("scripts/lib/run_notebook.py").toString(),
        ROOT.resolve("notebooks/explore.ipynb").toString(),
        output.toString());
    read(new ObjectMapper().readTree(output.toFile()));
  }

  private void run(Path log, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("ASSAY_STORE", home.resolve("store").toString());
    builder.environment().put("ASSAY_READER", command[0].contains("spark") ? "spark" : "pandas");
    builder
        .environment()
        .put(
            "PYSPARK_SUBMIT_ARGS",
            "--driver-class-path " + System.getProperty("java.class.path") + " pyspark-shell");
    builder.environment().put("IPYTHONDIR", home.resolve("ipython").toString());
    Process process = builder.start();
    boolean ended = process.waitFor(300, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended && process.exitValue() == 0).as(Files.readString(log)).isTrue();
  }

  /** What the cells under each heading printed, and how many plots they drew. */
  private void read(JsonNode notebook) {
    String heading = "";
    for (JsonNode cell : notebook.get("cells")) {
      String source = text(cell.get("source"));
      if (cell.get("cell_type").asText().equals("markdown")) {
        heading = source.lines().findFirst().orElse("");
        continue;
      }
      for (JsonNode output : cell.get("outputs")) {
        said.merge(heading, text(output.path("text")), String::concat);
        if (output.path("data").has("image/png")) {
          plots.merge(heading, 1, Integer::sum);
        }
      }
    }
  }

  private static String text(JsonNode lines) {
    StringBuilder text = new StringBuilder(lines.isTextual() ? lines.asText() : "");
    lines.forEach(line -> text.append(line.asText()));
    return text.toString();
  }

  private static String label(int at, String annotator, String label) {
    return """
    {"case_id":"case%1$d","system":"dense","repeat":0,"label_id":"%2$s%1$d","dimension":"correctness","label":"%3$s","annotator":"%2$s","split":"test"}\
    """
        .formatted(at, annotator, label);
  }
}
