package dev.assay.jobs.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.LocalAction;
import dev.assay.jobs.engine.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.apache.poi.xssf.usermodel.XSSFRow;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command without configuration, from a file to its page. */
class DoctorTest {
  @TempDir Path directory;

  @Test
  void aTableIsUnderstoodByItsNamesAndFitsAPage() throws Exception {
    String page = doctor(table(), Map.of());
    assertThat(page.lines().count()).isLessThan(45);
    assertThat(page.lines()).allMatch(line -> line.length() <= 101);
    assertThat(page)
        .contains("400 answers to 200 questions")
        .contains("'human_label' of 120 answers to 60 questions")
        .contains("question 'question', system 'model', answer 'response'")
        .contains("not taken as scores: row,")
        .contains("judge", "verdict", "people would pass")
        .contains("mini - large")
        .contains("What these data cannot show:");
  }

  @Test
  void jsonSaysTheSameForMachines() throws Exception {
    JsonNode found = new ObjectMapper().readTree(doctor(table(), Map.of("--format", "json")));
    assertThat(found.get("columns").get("label").asText()).isEqualTo("human_label");
    assertThat(found.get("scores")).hasSize(2);
    JsonNode judge = found.get("scores").get(0);
    assertThat(judge.get("score").asText()).isEqualTo("judge");
    assertThat(judge.get("threshold").asDouble()).as("of 1 to 5").isEqualTo(4);
    assertThat(judge.get("auroc").get("low").asDouble()).isGreaterThan(.5);
    assertThat(judge.get("human_pass_rate").get("n_groups").asInt()).isEqualTo(60);
    assertThat(judge.get("differences").get(0).get("shared_questions").asInt()).isEqualTo(200);
  }

  @Test
  void labelsThatCannotBeReadAreToldAndAWordThatNobodySaidIsAnError() throws Exception {
    List<String> lines = new ArrayList<>(List.of("question,answer,judge,correct"));
    for (int q = 0; q < 60; q++) {
      lines.add("Q%d,A,0.%d,%s".formatted(q, q % 10, q == 7 ? "1d" : q == 8 ? "perhaps" : q % 2));
    }
    Path file = Files.write(directory.resolve("odd.csv"), lines);
    assertThat(doctor(file, Map.of()))
        .contains("2 values of 'correct' are neither numbers nor yes and no, and count as no label")
        .contains("'correct' of 58 answers");
    assertThatThrownBy(() -> doctor(file, Map.of("--passing", "godo,fine")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--passing 'godo,fine' is none of the labels in 'correct': 0, 1, 1d");
  }

  @Test
  void jsonLinesAndListsAreReadToo() throws Exception {
    String one = "{\"question\":\"Q%d\",\"answer\":\"A\",\"judge\":%s,\"correct\":\"%s\"}";
    List<String> records = new ArrayList<>();
    for (int q = 0; q < 40; q++) {
      records.add(one.formatted(q, q % 3 == 0 ? "null" : "0." + q % 10, q % 4 == 0 ? "no" : "yes"));
    }
    Path lines = Files.write(directory.resolve("a.jsonl"), records);
    Path list =
        Files.writeString(directory.resolve("a.json"), "[" + String.join(",", records) + "]");
    assertThat(doctor(lines, Map.of()).lines().skip(1).toList())
        .isEqualTo(doctor(list, Map.of()).lines().skip(1).toList());
    Path compressed = directory.resolve("a.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      Files.copy(lines, out);
    }
    assertThat(doctor(compressed, Map.of()).lines().skip(1).toList())
        .isEqualTo(doctor(lines, Map.of()).lines().skip(1).toList());
    assertThat(doctor(lines, Map.of("--scores", "judge"))).contains("40 answers to 40 questions");
    assertThat(run(Map.of(), Map.of("--rows", 10), lines)).contains("more records follow");
  }

  @Test
  void aSheetSaysWhatTheSameCsvSays() throws Exception {
    Path csv = table();
    Path xlsx = directory.resolve("table.xlsx");
    try (XSSFWorkbook book = new XSSFWorkbook();
        OutputStream out = Files.newOutputStream(xlsx)) {
      XSSFSheet sheet = book.createSheet("answers");
      for (String line : Files.readAllLines(csv)) {
        XSSFRow row = sheet.createRow(sheet.getPhysicalNumberOfRows());
        for (String value : line.split(",(?=([^\"]*\"[^\"]*\")*[^\"]*$)", -1)) {
          if (!value.isEmpty()) {
            row.createCell(row.getPhysicalNumberOfCells()).setCellValue(value.replace("\"", ""));
          }
        }
      }
      book.write(out);
    }
    assertThat(doctor(xlsx, Map.of()).lines().skip(1).toList())
        .isEqualTo(doctor(csv, Map.of()).lines().skip(1).toList());
  }

  @Test
  void aScoreThatPythonWritesAsNaNIsNone() throws Exception {
    List<String> records = new ArrayList<>();
    for (int q = 0; q < 20; q++) {
      records.add(
          "{\"question\": %d, \"judge\": %s, \"label\": %d}"
              .formatted(q, q % 4 == 0 ? "NaN" : "0." + q % 10, q % 2));
    }
    Path file = Files.write(directory.resolve("nan.jsonl"), records);
    assertThat(run(Map.of("--format", "json"), Map.of(), file))
        .contains("\"score\":\"judge\"", "\"n\":15,")
        .contains("\"remarks\":[]");
  }

  @Test
  void labelsInWordsNeedToBeTold() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("w.csv"),
            "question,judge,label\na,.1,bad\nb,.9,good\nc,.2,bad\nd,.8,fine\n");
    assertThatThrownBy(() -> doctor(file, Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("neither numbers nor yes and no: bad, fine, good")
        .hasMessageContaining("--passing");
    assertThat(doctor(file, Map.of("--passing", "good, fine"))).contains("fine, good pass");
  }

  @Test
  void whatCannotBeUsedIsSaid() throws Exception {
    Path none = directory.resolve("none.csv");
    assertThatThrownBy(() -> doctor(none, Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> doctor(Files.writeString(none, "question,judge\n"), Map.of()))
        .hasMessageContaining("holds no record");
    assertThatThrownBy(() -> doctor(Files.writeString(none, "question,judge\na,1,2\n"), Map.of()))
        .hasMessageContaining("record 2 of")
        .hasMessageContaining("3 values, and there are 2 columns");
    assertThatThrownBy(() -> doctor(Files.writeString(none, "question,answer\na,b\n"), Map.of()))
        .hasMessageContaining("no column of scores was found");
    Path broken = Files.writeString(directory.resolve("b.jsonl"), "{\"judge\": 1}\n{\"judge\": \n");
    assertThatThrownBy(() -> doctor(broken, Map.of())).hasMessageContaining("is no JSON at line");
    Path sheet = Files.writeString(directory.resolve("a.ods"), "x");
    assertThatThrownBy(() -> doctor(sheet, Map.of()))
        .hasMessageContaining("Save it as one of them");
    assertThatThrownBy(() -> doctor(table(), Map.of("--label", "human_lable")))
        .hasMessageContaining("Did you mean 'human_label'?");
    assertThatThrownBy(() -> doctor(table(), Map.of("--threshold", "juge=2")))
        .hasMessageContaining("Scores: judge, verdict");
    assertThatThrownBy(() -> run(Map.of(), Map.of())).hasMessageContaining("name a file");
  }

  @Test
  void tablesSeparatedOtherwiseAndFieldsOfObjectsAreTheSameTable() throws Exception {
    List<List<String>> rows = new ArrayList<>(List.of(List.of("question", "judge", "label")));
    List<String> objects = new ArrayList<>();
    for (int q = 0; q < 40; q++) {
      String judge = "0.%02d".formatted(q * 37 % 100);
      rows.add(List.of("\"What, " + q + "?\"", judge, q % 3 == 0 ? "no" : "yes"));
      objects.add(
          "{\"question\":\"What, %d?\",\"is\":{\"judge\":%s,\"tokens\":%d},\"label\":%b}"
              .formatted(q, judge, q * 7 % 11, q % 3 != 0));
    }
    List<String> pages = new ArrayList<>();
    for (String mark : List.of(",", ";", "\t")) {
      Path file =
          Files.write(
              directory.resolve("t.csv"),
              rows.stream().map(row -> String.join(mark, row)).toList());
      pages.add(doctor(file, Map.of()));
    }
    assertThat(pages.get(0)).contains("40 answers to 40 questions", "judge ");
    assertThat(pages).containsOnly(pages.get(0));
    String nested = doctor(Files.write(directory.resolve("t.jsonl"), objects), Map.of());
    assertThat(nested).contains("not taken as scores: is.tokens", "is.judge ");
    assertThat(figures(nested, "is.judge")).isEqualTo(figures(pages.get(0), "judge"));
  }

  /** What stands behind a score's name on its line of the page. */
  private static String figures(String page, String score) {
    return page.lines()
        .filter(line -> line.startsWith(score + " "))
        .findFirst()
        .orElseThrow()
        .substring(score.length())
        .strip();
  }

  @Test
  void nothingIsNoValueAndNumbersWrittenOtherwiseAreTold() throws Exception {
    List<String> rows = new ArrayList<>(List.of("question;judge;share;comma;label"));
    for (int q = 0; q < 40; q++) {
      rows.add(
          "q%d;%s;%d%%;0,%02d;%s"
              .formatted(
                  q,
                  q % 4 == 0 ? "NaN" : "0." + q,
                  q,
                  q * 37 % 100,
                  q % 5 == 0 ? "n/a" : q % 3 == 0 ? "no" : "yes"));
    }
    Path file = Files.write(directory.resolve("n.csv"), rows);
    String page = doctor(file, Map.of()).replaceAll("\\s+", " ");
    assertThat(page)
        .contains("'label' of 32 answers", "10 values of 'judge' are no numbers and are left out")
        .contains("'share' is read as text, for '0%' is no number here")
        .contains("'comma' is read as text, for '0,00' is no number here");
    rows.replaceAll(row -> row.replaceFirst(";[^;]*", ""));
    assertThatThrownBy(() -> doctor(Files.write(file, rows), Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no column of scores was found")
        .hasMessageContaining("'comma' is read as text, for '0,00'");
  }

  @Test
  void columnsOfOneNameAreAllRead() throws Exception {
    List<String> rows = new ArrayList<>(List.of("question,judge, judge,label"));
    for (int q = 0; q < 40; q++) {
      rows.add("q%d,0.%02d,0.%02d,%d".formatted(q, q * 37 % 100, q * 61 % 100, q % 2));
    }
    String page = doctor(Files.write(directory.resolve("two.csv"), rows), Map.of());
    assertThat(page.lines()).anyMatch(line -> line.startsWith("judge "));
    assertThat(page.lines()).anyMatch(line -> line.startsWith("judge (2) "));
  }

  private String doctor(Path file, Map<String, String> texts) {
    return run(texts, Map.of(), file);
  }

  private static String run(
      Map<String, String> texts, Map<String, Integer> numbers, Path... files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> names = new ArrayList<>();
    for (Path file : files) {
      names.add(file.toString());
    }
    new Doctor()
        .run(
            new LocalAction.Words(
                names,
                new HashMap<>(texts),
                numbers,
                ConfigLoader.defaults().load().config(),
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8);
  }

  private Path table() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    List<String> rows = new ArrayList<>();
    rows.add("row,question,model,response,judge,verdict,latency_ms,human_label");
    for (int q = 0; q < 200; q++) {
      for (String system : List.of("mini", "large")) {
        double merit = random.nextGaussian() + (system.equals("mini") ? .5 : 0);
        long judge = Math.max(1, Math.min(5, Math.round(3 + merit + random.nextGaussian() / 2)));
        rows.add(
            "%d,\"Question %d, please?\",%s,%s,%d,%s,%d,%s"
                .formatted(
                    rows.size(),
                    q,
                    system,
                    "word ".repeat(random.nextInt(2, 20)),
                    judge,
                    random.nextBoolean() ? "pass" : "fail",
                    random.nextInt(900),
                    q < 60 ? (merit > 0 ? "yes" : "no") : ""));
      }
    }
    return Files.write(directory.resolve("table.csv"), rows);
  }
}
