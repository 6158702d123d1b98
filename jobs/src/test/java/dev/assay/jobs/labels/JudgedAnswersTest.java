package dev.assay.jobs.labels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Encoders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels of answers that change. */
class JudgedAnswersTest {
  @TempDir Path directory;

  @Test
  void aLabelDoesNotOutliveTheAnswerThatItJudged() throws Exception {
    Path records = directory.resolve("moving.jsonl");
    Path file = directory.resolve("moving.csv");
    ConfigLoader.Loaded moving =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("moving"))
            .set("systems.mine={kind=table, id-column=id, path=\"" + records + "\"}")
            .set("label.sources=[{path=\"" + file + "\"}]")
            .load();
    Store own = new Store(SharedSpark.session(), moving.config().store());
    Files.write(
        file, List.of("id,dimension,label,labelled_at", "0,correct,0,", "1,correct,1,", "2,a,1,"));

    answer(moving, records, "It is 0.", "It is 1.");
    assertThat(labelsTold(moving))
        .as("the third is of two repeats")
        .contains("3 labels, 3 are of a response, 0 could not be used")
        .doesNotContain("changed since");
    assertThat(standing(own)).containsExactly("0", "1", "1", "1");

    answer(moving, records, "It is nought.", "It is 1.");
    assertThat(labelsTold(moving)).contains("1 judged an answer that has changed since");
    assertThat(standing(own)).containsExactly("1", "1", "1");

    Files.write(
        file, List.of("id,dimension,label,labelled_at", "0,correct,0,2026-01-02T00:00:00Z"));
    assertThat(labelsTold(moving)).doesNotContain("changed since");
    assertThat(standing(own)).containsExactly("0", "1", "1", "1");
  }

  private static void answer(ConfigLoader.Loaded loaded, Path records, String... answers)
      throws Exception {
    List<String> lines = new ArrayList<>();
    String record =
        "{\"id\":\"%d\",\"question\":\"What is %d?\",\"answer\":\"%s\",\"system\":\"s\"}";
    for (int i = 0; i < answers.length; i++) {
      lines.add(record.formatted(i, i, answers[i]));
    }
    lines.add(record.formatted(2, 2, "It is two."));
    lines.add(record.formatted(2, 2, "It is 2."));
    Files.write(records, lines);
    Commands.run(SharedSpark.session(), loaded, "answer");
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
