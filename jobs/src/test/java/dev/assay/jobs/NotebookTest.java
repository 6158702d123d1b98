package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.report.SampleStore;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The notebook is executed by pandas on a small store; what it needs is installed by {@code
 * scripts/test} beneath {@code dist/notebook}.
 */
@Tag("slow")
class NotebookTest {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));

  @TempDir private Path home;

  @Test
  void itReadsAStoreAndDrawsWhatItSays() throws Exception {
    Path python = ROOT.resolve("dist/notebook/bin/python");
    Assumptions.assumeTrue(
        Files.isExecutable(python),
        "dist/notebook is missing: scripts/test could not install what the notebook needs");
    SampleStore sample = SampleStore.full(home);
    // Beside 1, 1, 1, 0 of the store: agreement 3/4, by chance 3/4·2/4 + 1/4·2/4, so kappa 1/2.
    List<String> second = List.of("1", "1", "0", "0");
    JsonRows.append(
        sample.store(),
        Tables.LABELS,
        List.of(label(0, second), label(1, second), label(2, second), label(3, second)));

    Path log = home.resolve("log.txt");
    Path output = home.resolve("executed.ipynb");
    ProcessBuilder builder =
        new ProcessBuilder(
                python.toString(),
                ROOT.resolve("scripts/lib/run_notebook.py").toString(),
                ROOT.resolve("notebooks/explore.ipynb").toString(),
                output.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("ASSAY_STORE", home.resolve("store").toString());
    builder.environment().put("IPYTHONDIR", home.resolve("ipython").toString());
    Process process = builder.start();
    boolean ended = process.waitFor(180, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended && process.exitValue() == 0).as(Files.readString(log)).isTrue();

    Map<String, String> said = new TreeMap<>();
    Map<String, Integer> plots = new TreeMap<>();
    read(new ObjectMapper().readTree(output.toFile()), said, plots);
    assertThat(said.get("## Leaderboard")).containsPattern("correctness +dense +0\\.95 +0\\.92");
    assertThat(said.get("## Reliability"))
        .contains("the lower end of its AUROC, 0.41, is under 0.60");
    assertThat(said.get("## Decisions")).contains("groundedness.groundedness_mean");
    assertThat(said.get("## Weaknesses")).contains("faulty");
    assertThat(said.get("## How far annotators disagree"))
        .containsPattern("correctness +planted +second +4 +0\\.75 +0\\.5\n");
    assertThat(plots)
        .containsOnlyKeys(
            "## Decisions", "## How far annotators disagree", "## Reliability", "## Weaknesses");
  }

  /** What the cells under each heading printed, and how many plots they drew. */
  private static void read(
      JsonNode notebook, Map<String, String> said, Map<String, Integer> plots) {
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

  private static String label(int at, List<String> labels) {
    return """
    {"case_id":"case%1$d","system":"dense","repeat":0,"label_id":"second%1$d","dimension":"correctness","label":"%2$s","annotator":"second","split":"test"}\
    """
        .formatted(at, labels.get(at));
  }
}
