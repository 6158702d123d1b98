package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * The notebook after it was executed on a store, by pandas or by Spark; what it needs is installed
 * by {@code scripts/test} beneath {@code dist/notebook} and {@code dist/notebook-spark}.
 */
final class ExecutedNotebook {
  static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));
  private static final Map<String, Path> PYTHON =
      Map.of(
          "pandas", ROOT.resolve("dist/notebook/bin/python"),
          "spark", ROOT.resolve("dist/notebook-spark/bin/python"));

  private final Map<String, String> said = new TreeMap<>();
  private final Map<String, Integer> plots = new TreeMap<>();

  private ExecutedNotebook() {}

  static boolean isReady(String reader) {
    return Files.isExecutable(PYTHON.get(reader));
  }

  static void needs(String reader) {
    Assumptions.assumeTrue(
        isReady(reader),
        PYTHON.get(reader) + " is missing: scripts/test could not install what the notebook needs");
  }

  static String python(String reader) {
    return PYTHON.get(reader).toString();
  }

  /**
   * Runs the notebook on the folder {@code store} in {@code home} and reads what it said. Spark
   * finds our classes and Delta's where this JVM does.
   */
  static ExecutedNotebook of(String reader, Path home) throws Exception {
    Path output = home.resolve("executed.ipynb");
    run(
        home,
        home.resolve("log.txt"),
        python(reader),
        ROOT.resolve("scripts/lib/run_notebook.py").toString(),
        ROOT.resolve("notebooks/explore.ipynb").toString(),
        output.toString());
    ExecutedNotebook notebook = new ExecutedNotebook();
    notebook.read(new ObjectMapper().readTree(output.toFile()));
    return notebook;
  }

  static void run(Path home, Path log, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("ASSAY_STORE", home.resolve("store").toString());
    builder.environment().put("ASSAY_READER", command[0].contains("spark") ? "spark" : "pandas");
    builder
        .environment()
        .put(
            "PYSPARK_SUBMIT_ARGS",
            String.join(
                " ",
                "--driver-class-path",
                System.getProperty("java.class.path"),
                "--driver-java-options '" + String.join(" ", ChildRun.SHORT_LIVED) + "'",
                // Small queries take longer to compile than to interpret.
                "--conf spark.sql.codegen.wholeStage=false",
                "--conf spark.sql.codegen.factoryMode=NO_CODEGEN",
                "--conf spark.ui.enabled=false",
                "pyspark-shell"));
    builder.environment().put("IPYTHONDIR", home.resolve("ipython").toString());
    Process process = builder.start();
    boolean ended = process.waitFor(300, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended && process.exitValue() == 0).as(Files.readString(log)).isTrue();
  }

  /** What the cells under a heading printed and showed; empty for nothing. */
  String said(String heading) {
    return said.getOrDefault(heading, "");
  }

  /** What all cells printed and showed. */
  String all() {
    return String.join("\n", said.values());
  }

  /** How many plots there are under each heading that has some. */
  Map<String, Integer> plots() {
    return plots;
  }

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
        } else {
          said.merge(heading, text(output.path("data").path("text/plain")), String::concat);
        }
      }
    }
  }

  private static String text(JsonNode lines) {
    StringBuilder text = new StringBuilder(lines.isTextual() ? lines.asText() : "");
    lines.forEach(line -> text.append(line.asText()));
    return text.toString();
  }
}
