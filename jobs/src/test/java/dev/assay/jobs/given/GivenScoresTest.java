package dev.assay.jobs.given;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.config.reading.ConfigException;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.gate.GateBreach;
import dev.assay.jobs.inputs.PlacedRows;
import dev.assay.jobs.inputs.TextTable;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.poi.xssf.usermodel.XSSFRow;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scores that others computed, from their files to the leaderboard, calibrations and the gate. */
@Tag("slow")
class GivenScoresTest {
  private static final Set<String> EVALUATORS =
      dev.assay.evaluators.Evaluators.all().stream()
          .map(evaluator -> evaluator.spec().id())
          .collect(java.util.stream.Collectors.toSet());

  private static final int QUESTIONS = 120;

  @TempDir Path directory;

  @Test
  void goFromFilesToLeaderboardCalibrationsAndGate() throws Exception {
    Path conf = files();
    ConfigLoader.Loaded loaded = load(conf);
    assertThat(Commands.run(SharedSpark.session(), loaded, "answer").values())
        .containsEntry("answers", 2L * QUESTIONS);
    // Of the file: no number, outside of the range, no such id, undeclared, twice differently (2).
    assertThat(Commands.run(SharedSpark.session(), loaded, "evaluate").values())
        .containsEntry("given scores new", 2L * 2 * QUESTIONS)
        .containsEntry("given scores rejected", 7L);
    assertThat(Commands.run(SharedSpark.session(), loaded, "evaluate").values())
        .as("nothing is new the second time")
        .containsEntry("given scores new", 0L);
    Store store =
        new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash())
            .store();
    assertThat(strings(store, Tables.REJECTED, "reason"))
        .contains(
            "'n/a' is no number",
            "3.0 is outside of the declared range, 0.0 to 1.0",
            "no covered response has this id",
            "no score 'toxcity' is declared; declared: judge, toxicity",
            "the response has several different values of this metric",
            "9.0 is outside of the declared range, 1.0 to 5.0");
    Row percent =
        store
            .read(Tables.SCORES)
            .where("metric = 'given.toxicity' AND system = 'a' AND value = 0.25")
            .head();
    assertThat(percent.<Boolean>getAs("passed")).as("25 % is under 0.5: lower is better").isTrue();
    assertThat(percent.<Double>getAs("threshold")).isEqualTo(.5);
    assertThat(strings(store, Tables.SCORES, "reason"))
        .contains(
            "no value was given",
            "the given value is rejected: 3.0 is outside of the declared range, 0.0 to 1.0");

    for (String stage : List.of("label", "calibrate", "apply", "analyze", "report")) {
      Commands.run(SharedSpark.session(), loaded, stage);
    }
    assertThat(
            store
                .read(Tables.CALIBRATIONS)
                .where("metrics = array('given.judge') AND slice = 'all' AND auroc > 0.7")
                .count())
        .isEqualTo(1);
    List<Row> board =
        store
            .read(Tables.LEADERBOARD)
            .where("metric = 'given.judge' AND slice = 'all' AND dimension = 'correct'")
            .orderBy("system")
            .collectAsList();
    assertThat(board).hasSize(2);
    assertThat(board.get(0).<String>getAs("validation_dimension")).isEqualTo("hallucination");
    assertThat(board.get(0).<Double>getAs("human_estimate"))
        .as("system a is right in two thirds of the cases")
        .isCloseTo(2 / 3.0, within(.1));
    assertThat(
            store
                .read(Tables.COMPARISONS)
                .where("metric = 'given.judge' AND difference > 0")
                .count())
        .isPositive();
    assertThat(store.read(Tables.DECISIONS).where("metric = 'given.judge'").count()).isPositive();
    assertThat(Files.readString(directory.resolve("report.html"))).contains("given · judge");

    assertThatThrownBy(
            () ->
                Commands.run(
                    SharedSpark.session(),
                    load(conf, "gate.threshold=4.9", "gate.method=fixed"),
                    "gate"))
        .isInstanceOf(GateBreach.class);
    Commands.run(
        SharedSpark.session(), load(conf, "gate.threshold=1.5", "gate.method=fixed"), "gate");
  }

  @Test
  void aMissingColumnOfScoresIsToldBeforeAnyAnswerIsStored() throws Exception {
    ConfigLoader.Loaded loaded =
        load(
            files(),
            "store.path=\"%s\"".formatted(directory.resolve("missing")),
            "systems.mine.score-columns.judge.column=grad");
    assertThatThrownBy(() -> Commands.run(SharedSpark.session(), loaded, "answer"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("systems.mine.score-columns: there is no column 'grad'")
        .hasMessageContaining("Did you mean 'grade'?");
    assertThat(
            new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash())
                .store()
                .isBlank(Tables.RESPONSES))
        .isTrue();
  }

  @Test
  void aSheetOfScoresHasTheColumnsAndLinesOfItsRows() throws Exception {
    Path xlsx = directory.resolve("scores.xlsx");
    try (XSSFWorkbook book = new XSSFWorkbook();
        OutputStream out = Files.newOutputStream(xlsx)) {
      XSSFSheet sheet = book.createSheet("s");
      for (String line : List.of("id,system,metric,value", "q1,a,toxicity,25")) {
        XSSFRow row = sheet.createRow(sheet.getPhysicalNumberOfRows());
        for (String value : line.split(",")) {
          row.createCell(row.getPhysicalNumberOfCells()).setCellValue(value);
        }
      }
      book.write(out);
    }
    Row row =
        PlacedRows.read(SharedSpark.session(), xlsx.toString(), "auto", "scores.sources").head();
    assertThat(row.<String>getAs("id")).isEqualTo("q1");
    assertThat(row.<String>getAs("value")).isEqualTo("25");
    assertThat(row.<Long>getAs(TextTable.LINE)).isEqualTo(2);
    assertThat(load(files(), "scores.sources=[{path=\"%s\",format=xlsx}]".formatted(xlsx)))
        .isNotNull();
  }

  @Test
  void namesAreCheckedBeforeAnythingRuns() throws Exception {
    Path conf = files();
    assertThatThrownBy(() -> load(conf, "gate.metric=given.juge"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("Unknown metric 'given.juge'")
        .hasMessageContaining("Did you mean 'given.judge'?");
    assertThatThrownBy(() -> load(conf, "scores.name=groundedness"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("scores.name");
    assertThatThrownBy(() -> load(conf, "scores.metrics.judge.range=[0, 1]"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the same range");
    assertThatThrownBy(() -> load(conf, "scores.metrics.toxicity.range=[1, 0]"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("two numbers that grow");
    assertThat(
            load(conf, "systems.mine.score-columns=[judge, other]")
                .config()
                .given()
                .get("other")
                .column())
        .as("a plain list names columns")
        .contains("other");
  }

  private static ConfigLoader.Loaded load(Path conf, String... settings) {
    ConfigLoader loader = ConfigLoader.defaults().file(conf).knowing(EVALUATORS, Set.of());
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load();
  }

  private static List<String> strings(Store store, Table table, String column) {
    return store.read(table).select(column).distinct().collectAsList().stream()
        .map(row -> row.getString(0))
        .toList();
  }

  /** Two systems, of which a is right in two of three cases and b in one; every case labelled. */
  private Path files() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    List<String> answers = new ArrayList<>();
    List<String> labels = new ArrayList<>(List.of("id,system,dimension,label"));
    List<String> scores = new ArrayList<>(List.of("id,system,metric,value"));
    for (int q = 0; q < QUESTIONS; q++) {
      for (String system : List.of("a", "b")) {
        boolean right = q % 3 != 0 == system.equals("a");
        int judge = Math.max(1, Math.min(5, (right ? 4 : 2) + random.nextInt(-1, 2)));
        String said = q == 1 ? "null" : q == 2 && system.equals("b") ? "9" : "" + judge;
        answers.add(
            """
            {"id":"q%d","question":"Question %d?","answer":"%s","system":"%s","grade":%s}\
            """
                .formatted(q, q, "word ".repeat(random.nextInt(3, 9)), system, said));
        labels.add("q%d,%s,correct,%d".formatted(q, system, right ? 1 : 0));
        String toxicity = q == 3 ? "n/a" : q == 4 && system.equals("a") ? "300" : "25";
        if (q != 3 || system.equals("a")) {
          scores.add("q%d,%s,toxicity,%s".formatted(q, system, toxicity));
        }
      }
    }
    scores.add("nobody,a,toxicity,10");
    scores.add("q5,a,toxcity,10");
    scores.add("q6,a,toxicity,80");
    return Files.writeString(
        directory.resolve("my.conf"),
        """
        store.path = "%1$s/store"
        report.path = "%1$s/report.html"
        systems.mine { kind = table, path = "%2$s", id-column = id
          score-columns { judge { column = grade, range = [1, 5], validation-dimension = hallucination } } }
        scores.metrics.toxicity { higher-is-better = false, scale = 0.01 }
        scores.sources = [{ path = "%3$s" }]
        evaluate.evaluators = []
        evaluate.thresholds { "given.toxicity" = 0.5 }
        label.sources = [{ path = "%4$s" }]
        gate.metric = given.judge
        """
            .formatted(
                directory,
                Files.write(directory.resolve("answers.jsonl"), answers),
                Files.write(directory.resolve("scores.csv"), scores),
                Files.write(directory.resolve("labels.csv"), labels)));
  }
}
