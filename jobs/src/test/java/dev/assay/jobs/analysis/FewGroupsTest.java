package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.answers.Answer;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.scores.Evaluate;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a user's table to weaknesses: of few questions on either side there is no p-value. */
class FewGroupsTest {

  @Test
  void aSliceOrARestOfFourQuestionsIsShownWithoutAPValue(@TempDir Path home) throws Exception {
    // Loans: 4 questions, all wrong. Cards: 20, half wrong. Mortgages: 5, all wrong. "most" is all
    // but 4 questions that are right: there the rest is too small, however worse the slice is.
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      lines.add(line(lines.size(), "loans", "most", 0));
    }
    for (int i = 0; i < 20; i++) {
      lines.add(line(lines.size(), "cards", i < 4 ? "few" : "most", i < 10 ? 1 : 0));
    }
    for (int i = 0; i < 5; i++) {
      lines.add(line(lines.size(), "mortgages", "most", 0));
    }
    Path answers = Files.write(home.resolve("answers.jsonl"), lines);
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("systems.mine.kind=table")
            .set("systems.mine.path=" + answers)
            .set("systems.mine.id-column=id")
            .set("systems.mine.metadata-columns=[product, side]")
            .set("systems.mine.score-columns=[judged]")
            .set("evaluate.evaluators=[]")
            .set("analyze.slices=[product, side]")
            .set("analyze.min-groups=2")
            .set("analyze.slice-min-groups=2")
            .set("analyze.replicates=200")
            .load();
    Runner runner =
        new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash());
    runner.run(new Answer());
    runner.run(new Evaluate());
    runner.run(new Analyze());
    Map<String, Row> found = new HashMap<>();
    for (Row row :
        runner.store().read(Tables.WEAKNESSES).where("found_by = 'slices'").collectAsList()) {
      found.put(row.getAs("conditions"), row);
    }
    assertThat(found).containsOnlyKeys("product=loans", "product=mortgages", "side=most");
    // All wrong against 10 of 25, and 10 of 24: the difference is told either way.
    assertThat(found.get("product=loans").<Double>getAs("difference")).isEqualTo(-.4);
    assertThat(found.get("product=loans").<Long>getAs("n_groups")).isEqualTo(4);
    assertThat(found.get("product=loans").<Double>getAs("p_adjusted")).isNull();
    assertThat(found.get("side=most").<Long>getAs("n_groups")).isEqualTo(25);
    assertThat(found.get("side=most").<Double>getAs("p_adjusted")).isNull();
    assertThat(found.get("product=mortgages").<Double>getAs("p_adjusted")).isBetween(0.0, 1.0);
  }

  private static String line(int id, String product, String side, int judged) {
    return """
    {"id":"%d","question":"Question %d?","answer":"An answer.","product":"%s","side":"%s","judged":%d}\
    """
        .formatted(id, id, product, side, judged);
  }
}
