package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.bench.kills.Pipeline;
import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.report.SampleStore;
import dev.assay.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Spark with a Hive metastore (Derby, in a folder), as on a platform with a catalog: stage by
 * stage into tables that have names instead of paths, with what machines read of each, and views
 * that another program finds.
 */
@Tag("slow")
class MetastoreTest {
  private static final List<String> STAGES =
      List.of(
          "ingest",
          "embed",
          "stratify",
          "sample",
          "generate",
          "tests",
          "grammar",
          "perturb",
          "answer",
          "place",
          "evaluate",
          "shrink",
          "label",
          "calibrate",
          "apply",
          "analyze",
          "report",
          "gate");

  private static final Path DATABRICKS =
      Path.of(System.getProperty("assay.root"), "conf/databricks.conf").toAbsolutePath();

  @TempDir private Path home;
  private final ScriptedServer server = ScriptedServer.start().reply(BankQuestions::wellMeant);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void everyStageByNamesAndTheViewsOutlastThem() throws Exception {
    AssayConfig platform = ConfigLoader.defaults().file(DATABRICKS).load().config();
    assertThat(
            List.of(
                platform.report().path(),
                platform.llm().journal(),
                platform.label().export().path()))
        .allMatch(path -> path.startsWith("/Volumes/"));
    Pipeline pipeline = Pipeline.in(home, server);
    List<String> words = new ArrayList<>();
    for (String stage : STAGES) {
      words.addAll(command(pipeline, stage));
    }
    List<String> views = command(pipeline, "tables");
    views.add(1, "--views");
    words.addAll(views);
    // A store that has a path: its tables get names beside the others.
    SampleStore.full(Files.createDirectories(home.resolve("sample")));
    words.addAll(
        List.of(
            "tables",
            "--views",
            "--set",
            "store.path=\"" + home.resolve("sample/store") + "\"",
            "--set",
            "store.schema=by_path",
            ";"));
    String told = child(words);
    // 486 and 1,705 where each look at a table asked where it is.
    assertThat(calls("embed", told)).as(told).isBetween(1, 40);
    assertThat(calls("report", told)).as(told).isBetween(1, 1000);
    assertThat(told).contains("views in database 'named'", "views in database 'by_path'");
    assertThat(home.resolve("report.html")).isNotEmptyFile();
    assertThat(home.resolve("store")).as("of the path that a catalog replaces").doesNotExist();
    assertThat(home.resolve(".assay")).as("where nothing was configured").doesNotExist();
    Map<String, JsonNode> lines = lines(told);
    assertThat(lines.keySet()).containsAll(STAGES);
    for (String stage : STAGES) {
      if (!stage.equals("gate")) {
        whatMachinesReadOf(stage, lines.get(stage), told);
      }
    }
    JsonNode gate = lines.get("gate");
    assertThat(gate.get("outcome").asText()).as(told).isEqualTo("breach");
    assertThat(gate.get("exit_code").asInt()).isEqualTo(2);
    assertThat(gate.get("run_id").asText()).matches("[0-9a-f]{64}");
    assertThat(gate.get("error").asText()).contains("token_f1.token_f1, faulty");

    String read =
        child(
            List.of(
                "SELECT count(*) > 0 FROM named.v_leaderboard",
                ";",
                "SELECT DISTINCT system FROM named.v_decisions ORDER BY system",
                ";",
                "SELECT count(*) FROM by_path.v_leaderboard",
                ";"));
    assertThat(read).contains("row [true]", "row [chat]", "row [faulty]", "row [51]");
  }

  /** One line with run, counts, outcome and paths, whichever stage it was. */
  private void whatMachinesReadOf(String stage, JsonNode line, String told) {
    assertThat(line.get("outcome").asText()).as("%s: %s%n%s", stage, line, told).isEqualTo("done");
    assertThat(line.get("exit_code").asInt()).isZero();
    assertThat(line.get("error").isNull()).isTrue();
    assertThat(line.get("store").asText()).isEqualTo("spark_catalog.named");
    assertThat(line.get("report").asText()).isEqualTo(home.resolve("report.html").toString());
    assertThat(line.get("run").asText()).isEqualTo("assay");
    assertThat(line.get("run_id").asText()).as(stage).matches("[0-9a-f]{64}");
    JsonNode ended = line.get("stages").get(line.get("stages").size() - 1);
    assertThat(ended.get("stage").asText()).isEqualTo(stage);
    assertThat(ended.get("outcome").asText()).isEqualTo("done");
    assertThat(ended.get("counts")).as(stage).isNotEmpty();
  }

  private static int calls(String stage, String told) {
    Matcher calls =
        Pattern.compile("(?m)^" + stage + " called the metastore (\\d+) times$").matcher(told);
    assertThat(calls.find()).as(told).isTrue();
    return Integer.parseInt(calls.group(1));
  }

  private static Map<String, JsonNode> lines(String told) throws IOException {
    Map<String, JsonNode> lines = new LinkedHashMap<>();
    for (String line : told.lines().filter(one -> one.startsWith("{\"assay\"")).toList()) {
      JsonNode json = new ObjectMapper().readTree(line);
      assertThat(lines.put(json.get("command").asText(), json)).as("once").isNull();
    }
    return lines;
  }

  /** By the configuration for Databricks, but for the catalog and the volume, which are its own. */
  private List<String> command(Pipeline pipeline, String stage) {
    List<String> words =
        new ArrayList<>(
            List.of(
                stage,
                Outcome.JSON,
                "--conf",
                pipeline.configuration().toString(),
                "--conf",
                DATABRICKS.toString()));
    for (String setting :
        List.of(
            "store.catalog=spark_catalog",
            "store.schema=named",
            "llm.journal=\"" + home.resolve("journal") + "\"",
            "report.path=\"" + home.resolve("report.html") + "\"",
            "sample.size=6",
            "generate.per-chunk=1",
            "generate.difficulties=[easy]",
            "pipeline.commit-seconds=20",
            "shrink.max-cases=1",
            "shrink.max-calls=4",
            "gate.metric=token_f1.token_f1",
            "gate.method=fixed",
            "gate.threshold=0.999")) {
      words.addAll(List.of("--set", setting));
    }
    words.add(";");
    return words;
  }

  private String child(List<String> words) throws InterruptedException {
    ChildRun run =
        ChildRun.start(
            home,
            "local[2]",
            2,
            List.of(
                // Hundreds of small queries take longer to compile than to interpret.
                "spark.sql.codegen.wholeStage=false",
                "spark.sql.codegen.factoryMode=NO_CODEGEN",
                // For the reader; commands have it by themselves.
                "spark.databricks.delta.snapshotPartitions=1",
                "spark.sql.catalogImplementation=hive",
                "spark.hadoop.javax.jdo.option.ConnectionURL=jdbc:derby:;databaseName="
                    + home.resolve("metastore")
                    + ";create=true",
                "derby.stream.error.file=" + home.resolve("derby.log")),
            MetastoreStages.class,
            words);
    assertThat(run.join()).as(run.output()).isZero();
    return run.output();
  }
}
