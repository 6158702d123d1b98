package dev.assay.jobs.labels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AnsweredStore;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels of one night and the answers of another. */
class NightLabelsTest {
  @TempDir Path home;

  /**
   * Of five answers that were judged in the first night the second has one again, one with other
   * words, one with another passage, one as its second repeat, and one that its own label is about.
   */
  @Test
  void aLabelHoldsForTheSameAnswerWithTheSamePassagesAndElseStaysWithItsNight() throws Exception {
    Store first =
        night(
            "first",
            List.of(
                answer(0, 0, "It is 0.", "a"),
                answer(1, 0, "It is 1.", "a"),
                answer(2, 0, "It is 2.", "a"),
                answer(3, 0, "It is 3.", "a"),
                answer(4, 0, "It is 4.", "a")));
    label(first, "0", "1", "2", "3", "4");
    Store second =
        night(
            "second",
            List.of(
                answer(0, 0, "It is 0.", "a"),
                answer(1, 0, "It is one.", "a"),
                answer(2, 0, "It is 2.", "b"),
                answer(3, 0, "It is three.", "a"),
                answer(3, 1, "It is 3.", "a"),
                answer(4, 0, "It is 4.", "a")));
    assertThat(said(new NightLabels(second).standing()))
        .containsExactly("case-0 0 yes", "case-3 1 yes", "case-4 0 yes");
    assertThat(said(new NightLabels(second).elsewhere()))
        .containsExactly("case-1 0 yes", "case-2 0 yes");

    JsonRows.append(
        second,
        Tables.LABELS,
        first.read(Tables.LABELS).where("case_id = 'case-4'").toJSON().collectAsList().stream()
            .map(row -> row.replace("\"yes\"", "\"no\""))
            .toList());
    assertThat(said(new NightLabels(second).standing()))
        .containsExactly("case-0 0 yes", "case-3 1 yes", "case-4 0 no");
    assertThat(said(new NightLabels(second).elsewhere()))
        .as("the same annotator's of the same answer")
        .containsExactly("case-1 0 yes", "case-2 0 yes");
    assertThat(said(new NightLabels(first).standing())).hasSize(5);
    assertThat(said(new NightLabels(first).elsewhere())).isEmpty();
  }

  /** A night later still, whose answers are again those of the first. */
  @Test
  void ofSeveralNightsWithTheSameAnswerTheNewestLabelCountsOnce() throws Exception {
    for (String night : List.of("n1", "n2", "n3")) {
      Store store = night(night, List.of(answer(0, 0, "It is 0.", "a"), answer(1, 0, night, "a")));
      if (!night.equals("n3")) {
        label(store, "0", "1");
      }
    }
    Store third = store("n3");
    assertThat(said(new NightLabels(third).standing())).containsExactly("case-0 0 yes");
    assertThat(said(new NightLabels(third).elsewhere()))
        .as("the two different answers to question 1")
        .containsExactly("case-1 0 yes", "case-1 0 yes");
    assertThat(said(new NightLabels(store("n4")).standing())).isEmpty();
    assertThat(said(new NightLabels(store("n4")).elsewhere()))
        .containsExactly("case-0 0 yes", "case-1 0 yes", "case-1 0 yes");
  }

  /** Night z judged the answer in 2025, night a in 2026: what is said last counts. */
  @Test
  void ofLabelsOfTheSameAnswerThatHoldsNoMoreTheLatestCounts() throws Exception {
    for (String night : List.of("a", "z")) {
      label(night(night, List.of(answer(0, 0, "It is 0.", "a"))), "0");
    }
    Store z = store("z");
    List<String> earlier =
        z.read(Tables.LABELS).toJSON().collectAsList().stream()
            .map(row -> row.replace("\"yes\"", "\"no\"").replace("2026-", "2025-"))
            .toList();
    z.deleteWhere(Tables.LABELS, org.apache.spark.sql.functions.lit(true));
    JsonRows.append(z, Tables.LABELS, earlier);
    assertThat(said(new NightLabels(store("now")).elsewhere())).containsExactly("case-0 0 yes");
  }

  private ConfigLoader.Loaded loaded(String night) {
    return ConfigLoader.defaults()
        .set("store.path=" + home.resolve("store"))
        .set("run.key=" + night)
        .load();
  }

  private Store store(String night) {
    return new Store(dev.assay.spark.SharedSpark.session(), loaded(night).config().store(), night);
  }

  private Store night(String night, List<String> answers) throws Exception {
    Files.createDirectories(home);
    return AnsweredStore.of(loaded(night), answers);
  }

  private static String answer(int id, int repeat, String answer, String passage) {
    return """
    {"id":"%d","question":"What is %d?","contexts":["%s"],"answer":"%s","system":"s","repeat":%d}\
    """
        .formatted(id, id, passage, answer, repeat);
  }

  /** What one annotator says of the first repeat of each case, with what was judged. */
  private static void label(Store store, String... cases) {
    Dataset<Row> present = NightLabels.present(store).where("repeat = 0");
    for (String id : cases) {
      String judged =
          present.where("case_id = 'case-%s'".formatted(id)).select("present").head().getString(0);
      JsonRows.append(
          store,
          Tables.LABELS,
          List.of(
              """
              {"label_id":"l%s","case_id":"case-%s","system":"s","repeat":0,"dimension":"correct",\
              "label":"yes","annotator":"ann","labelled_at":"2026-01-02T03:04:05Z","response":"%s"}\
              """
                  .formatted(id, id, judged)));
    }
  }

  private static List<String> said(Dataset<Row> labels) {
    return labels
        .selectExpr("concat_ws(' ', case_id, repeat, label)")
        .as(Encoders.STRING())
        .collectAsList()
        .stream()
        .sorted()
        .toList();
  }
}
