package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A panel of two judges and an embedded metric in one model, from files to the report's table: the
 * same answers, once labelled by what the judges see and once by what they do not see.
 */
@Tag("slow")
class PanelModelTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int ANSWERS = 600;

  /** All answers have the same length and words that say nothing of what the judges see. */
  private static final List<String> COPIED =
      List.of(
          "qqq qqq qq qqq qq qqq qqq", "the fee is due qq qqq qqq", "the fee is due on the day");

  @TempDir private Path home;
  private final ScriptedServer first = ScriptedServer.start().reply(q -> verdict(q, "alpha"));
  private final ScriptedServer second = ScriptedServer.start().reply(q -> verdict(q, "gamma"));

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  /** A judge says yes where the question tells it to. */
  private static String verdict(String question, String judge) {
    return "{\"reason\":\"because\",\"verdict\":%s,\"confidence\":0.9}"
        .formatted(question.contains(judge + " yes"));
  }

  @Test
  void judgesInAModelDecideMoreWhereTheySeeWhatIsLabelledAndNoMoreWhereTheyDoNot()
      throws Exception {
    ConfigLoader.Loaded loaded = loaded(answers());
    for (String stage : List.of("answer", "evaluate", "label", "calibrate", "apply", "report")) {
      Commands.run(SPARK, loaded, stage);
    }
    assertThat(first.requests() + second.requests()).isEqualTo(2 * ANSWERS);
    Store store = new Store(SPARK, loaded.config().store());
    for (String dimension : List.of("seen", "unseen")) {
      Row trust =
          store
              .read(Tables.CALIBRATIONS)
              .where("metrics[0] = 'trust' AND slice = 'all' AND dimension = '" + dimension + "'")
              .head();
      assertThat(trust.<String>getAs("status")).isEqualTo("ok");
      assertThat(trust.<String>getList(trust.fieldIndex("inputs")))
          .containsExactly("byop_right.passes", "copied.copied_pairs");
    }
    // Two in five answers copy all or nothing, which is right but for one in fifty. Both judges say
    // the same in .85² + .15² = .745 of all cases, and are right then in .97: where they see.
    Map<String, Double> decided = decided(store);
    assertThat(decided.get("seen copied.copied_pairs")).isBetween(.36, .44);
    assertThat(decided.get("seen byop_right.passes")).isBetween(.70, .79);
    assertThat(decided.get("seen trust")).isBetween(.80, .89); // .4 + .6 × .745 = .847
    assertThat(decided.get("unseen copied.copied_pairs")).isBetween(.36, .44);
    assertThat(decided.get("unseen byop_right.passes")).isZero();
    assertThat(decided.get("unseen trust"))
        .isLessThanOrEqualTo(decided.get("unseen copied.copied_pairs"));

    Document page = Jsoup.parse(home.resolve("report.html").toFile());
    assertThat(page.select("#judges tbody tr").eachText())
        .hasSize(6)
        .anyMatch(line -> line.matches("both in one model trust 8\\d.% .*"))
        .anyMatch(line -> line.matches("judges alone byop_right.passes 7\\d.% .*"))
        .anyMatch(line -> line.matches("judges alone byop_right.passes 0.% .*"));
    assertThat(page.select("#judges").text())
        .containsPattern("The judge adds 4\\d percentage points")
        .contains("The judge adds nothing here");
  }

  /** A line an answer; all labels by chance with a seed, so that the counts are known. */
  private Path answers() throws Exception {
    Random chance = new Random(20260101);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ANSWERS; i++) {
      int copied = i % 5 == 0 ? 2 : i % 5 == 1 ? 0 : 1;
      boolean seen = passes(copied, chance);
      boolean alpha = chance.nextDouble() < .85 == seen;
      boolean gamma = chance.nextDouble() < .85 == seen;
      boolean unseen = passes(copied, chance);
      lines.add(
          "{\"id\":\"%d\",\"question\":\"Question %d, alpha %s, gamma %s?\",\"answer\":\"%s\",\"contexts\":[\"The fee is due on the day.\"],\"seen\":%d,\"unseen\":%d}"
              .formatted(
                  i,
                  i,
                  alpha ? "yes" : "not",
                  gamma ? "yes" : "not",
                  COPIED.get(copied),
                  seen ? 1 : 0,
                  unseen ? 1 : 0));
    }
    return Files.write(home.resolve("answers.jsonl"), lines);
  }

  private static boolean passes(int copied, Random chance) {
    double draw = chance.nextDouble();
    return copied == 1 ? draw < .5 : copied == 2 == draw < .98;
  }

  private ConfigLoader.Loaded loaded(Path answers) throws Exception {
    Path prompt =
        Files.writeString(home.resolve("right.txt"), "Is this right?\n{question}\n{actual_answer}");
    String source = "{path=\"%s\", dimension=%s, label-column=%s, id-column=id}";
    return ConfigLoader.defaults()
        .set("store.path=" + home.resolve("store"))
        .set("report.path=" + home.resolve("report.html"))
        .set("systems.mine={kind=table, id-column=id, path=\"%s\"}".formatted(answers))
        .set(
            "llm.endpoints={one{kind=openai,base-url=\"%s\",model=m1},two{kind=openai,base-url=\"%s\",model=m2}}"
                .formatted(first.chat(), second.chat()))
        .set("judges.endpoints=[one, two]")
        .set("judges.byop.right={prompt=\"%s\", scale=boolean}".formatted(prompt))
        .set("evaluate.evaluators=[byop_right, copied]")
        .set(
            "label.sources=[%s, %s]"
                .formatted(
                    source.formatted(answers, "seen", "seen"),
                    source.formatted(answers, "unseen", "unseen")))
        .set("calibrate.metrics=[byop_right.passes, copied.copied_pairs]")
        .set(
            "calibrate.models.trust={metrics=[byop_right.passes, copied.copied_pairs],"
                + " method=logistic}")
        .set("calibrate.slices=[]")
        .set("calibrate.replicates=100")
        .set("automate.alpha=0.2")
        .load();
  }

  /** Share of the answers that are accepted or rejected, by dimension and metric. */
  private static Map<String, Double> decided(Store store) {
    Map<String, Double> shares = new TreeMap<>();
    store
        .read(Tables.DECISIONS)
        .groupBy("dimension", "metric")
        .agg(expr("avg(int(decision <> 'refer'))"))
        .collectAsList()
        .forEach(row -> shares.put(row.getString(0) + " " + row.getString(1), row.getDouble(2)));
    return shares;
  }
}
