package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.current_timestamp;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AnsweredStore;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Encoders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels of answers that change. */
class JudgedAnswersTest {
  @TempDir Path directory;

  @Test
  void aLabelDoesNotOutliveTheAnswerThatItJudged() throws Exception {
    Path file = directory.resolve("moving.csv");
    ConfigLoader.Loaded moving =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("moving"))
            .set("label.sources=[{path=\"" + file + "\"}]")
            .load();
    Store own =
        AnsweredStore.of(
            moving,
            List.of(
                answer(0, 0, "It is 0."),
                answer(1, 0, "It is 1."),
                answer(2, 0, "It is two."),
                answer(2, 1, "It is 2.")));
    Files.write(
        file, List.of("id,dimension,label,labelled_at", "0,correct,0,", "1,correct,1,", "2,a,1,"));

    assertThat(labelsTold(moving))
        .as("the third is of two repeats")
        .contains("3 labels, 3 are of a response, 0 could not be used")
        .contains("1 are of an id under which one system gave different answers")
        .doesNotContain("changed since");
    assertThat(standing(own)).containsExactly("0", "1", "1", "1");

    own.merge(
        Tables.RESPONSES,
        own.read(Tables.RESPONSES)
            .where("answer = 'It is 0.'")
            .withColumn("answer", lit("It is nought."))
            .withColumn("fingerprint", lit("another"))
            .withColumn("answered_at", current_timestamp())
            .localCheckpoint());
    assertThat(labelsTold(moving))
        .contains("1 judged an answer that has changed since")
        .contains("1 of these have no labelled_at")
        .contains("only verdicts that changed count");
    assertThat(standing(own)).containsExactly("1", "1", "1");

    Files.write(
        file, List.of("id,dimension,label,labelled_at", "0,correct,0,2026-01-02T00:00:00Z"));
    assertThat(labelsTold(moving))
        .doesNotContain("changed since")
        .doesNotContain("different answers");
    assertThat(standing(own)).containsExactly("0", "1", "1", "1");
  }

  /** The same answer, judged at a time: given again in another night it is known what it judged. */
  @Test
  void aLabelWithATimeIsNoDoubtInAnotherNight() throws Exception {
    Path file = directory.resolve("labels.csv");
    for (String night : List.of("a", "b")) {
      ConfigLoader.Loaded loaded =
          ConfigLoader.defaults()
              .set("store.path=" + directory.resolve("nights"))
              .set("run.key=" + night)
              .set("label.sources=[{path=\"" + file + "\"}]")
              .load();
      AnsweredStore.of(loaded, List.of(answer(0, 0, night), answer(1, 0, night)));
      Files.write(
          file,
          List.of("id,dimension,label,labelled_at", "0,correct,0,2026-01-02T00:00:00Z", "1,a,1,"));
      String told = labelsTold(loaded);
      if (night.equals("b")) {
        assertThat(told)
            .contains("2 judged an answer that has changed since")
            .contains("1 of these have no labelled_at");
      }
    }
  }

  private static String answer(int id, int repeat, String answer) {
    return """
    {"id":"%d","question":"What is %d?","contexts":[],"answer":"%s","system":"s","repeat":%d}\
    """
        .formatted(id, id, answer, repeat);
  }

  private static String labelsTold(ConfigLoader.Loaded loaded) {
    PrintStream stderr = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      Commands.run(SharedSpark.session(), loaded, "label");
    } finally {
      System.setErr(stderr);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  private static List<String> standing(Store own) {
    return LabelRows.standing(own)
        .select("label")
        .orderBy("label")
        .as(Encoders.STRING())
        .collectAsList();
  }
}
