package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Seeds;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.engine.Runner;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way of making sets, for levels and for a model of several metrics, through the stages. */
@Tag("slow")
class LevelSetsTest {
  private static final String SECOND = "hallucination.hallucination";
  private static final int QUESTIONS = 260;
  private static final int LABELLED = 180;
  private static final String[] SETTINGS = {
    "label.dimensions.tone={kind=ordinal, levels=[bad,fair,good]}",
    "label.dimensions.fault={kind=nominal, levels=[none,invented,outdated], passing=[none]}",
    "calibrate.models.both={dimension=grounded, metrics=[\"%s\", \"%s\"], method=logistic}"
        .formatted(LabelledStore.METRIC, SECOND),
    "calibrate.slices=[]",
    "calibrate.replicates=100",
    "sets.nominal=aps",
    "automate.method=sets",
    "review.size=40"
  };

  @TempDir static Path home;
  private static Store store;

  /** What humans say, or would say, by response and dimension. */
  private static final Map<String, String> SAID = new HashMap<>();

  @BeforeAll
  static void label() {
    LabelledStore labelled = new LabelledStore(home, QUESTIONS, LABELLED, 4, SETTINGS);
    store = labelled.runner.store();
    List<String> labels = new ArrayList<>();
    List<String> scores = new ArrayList<>();
    List<String> queue = new ArrayList<>();
    for (Row score : store.read(Tables.SCORES).orderBy("case_id", "system").collectAsList()) {
      String id = score.getAs("case_id");
      String system = score.getAs("system");
      double x = (score.<Double>getAs("value") - .5) * 10;
      double u = Seeds.uniform(5, "noise", id + system);
      double latent = 4 * x + Math.log(u / (1 - u));
      SAID.put(id + system + "tone", latent < -2 ? "bad" : latent < 2 ? "fair" : "good");
      SAID.put(id + system + "fault", latent > 0 ? "none" : u < .4 ? "invented" : "outdated");
      OptionalDouble value = OptionalDouble.of(Math.max(0, Math.min(1, .5 - x / 20 + u / 9)));
      scores.add(LabelledStore.score(id, system, SECOND, value, ""));
      if (Integer.parseInt(id.substring(5)) >= LABELLED) {
        continue;
      }
      for (String dimension : List.of("tone", "fault", "grounded")) {
        if (!dimension.equals("grounded")) {
          String said = SAID.get(id + system + dimension);
          labels.add(LabelledStore.label(id, system, dimension, said, "human"));
        }
        // The queue asked for uncertain responses more often.
        queue.add(asked(id, system, dimension, Math.abs(x) < 1 ? .9 : .6));
      }
    }
    labelled.add(Tables.SCORES, scores);
    labelled.add(Tables.LABELS, labels);
    labelled.add(Tables.REVIEW_QUEUE, queue);
  }

  private static String asked(String id, String system, String dimension, double chance) {
    return """
        {"case_id":"%s","system":"%s","repeat":0,"dimension":"%s","priority":0.9,\
        "labelling_probability":%s,"why":"test","labelled_at":"%s"}"""
        .formatted(id, system, dimension, chance, LabelledStore.TIME);
  }

  @Test
  void everyLevelHasAQuantileOfItsOwn() {
    TreeMap<String, Row> promises = run("sets.by=label");
    assertThat(promises.keySet())
        .contains(
            "fault mondrian split aps label=invented",
            "fault mondrian split aps label=none",
            "fault mondrian split aps label=outdated",
            "tone mondrian split ordinal label=bad",
            "tone mondrian split ordinal label=fair",
            "tone mondrian split ordinal label=good");
    assertThat(promises.get("tone mondrian split ordinal label=good").<String>getAs("promise"))
        .contains("with label=good");
    covered(.9);
  }

  @Test
  void weightsOfTheQueueMakeTheSets() {
    TreeMap<String, Row> promises = run("sets.method=weighted");
    assertThat(promises.keySet())
        .contains("fault weighted aps all", "tone weighted ordinal all", "grounded weighted all");
    assertThat(promises.get("tone weighted ordinal all").<Double>getAs("quantile")).isNotNull();
    covered(.9);
  }

  @Test
  void crossConformalSetsAreStoredWithWhatWasLearnt() {
    TreeMap<String, Row> promises = run("sets.method=cv-plus", "calibrate.method=isotonic");
    assertThat(promises.keySet())
        .contains(
            "fault cv-plus aps all",
            "tone cv-plus ordinal all",
            "grounded cv-plus isotonic all",
            "grounded cv-plus logistic all");
    Row model = promises.get("grounded cv-plus logistic all");
    assertThat(model.<String>getAs("metric")).isEqualTo("both");
    assertThat(model.getList(model.fieldIndex("vectors")))
        .hasSameSizeAs(model.getList(model.fieldIndex("cases")));
    Row tone = promises.get("tone cv-plus ordinal all");
    assertThat(tone.isNullAt(tone.fieldIndex("vectors"))).isTrue();
    assertThat(tone.<String>getAs("promise")).contains("1 − 2α less a small remainder");
    covered(.8);
  }

  @Test
  void fullConformalSetsLeaveNoLabelAside() {
    TreeMap<String, Row> promises = run("sets.method=full");
    assertThat(promises.keySet())
        .contains(
            "fault full aps all",
            "tone full ordinal all",
            "grounded full all",
            "grounded full logistic all");
    covered(.9);
  }

  /** What is promised of sets, by dimension, method and slice. */
  private static TreeMap<String, Row> run(String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("report.path=" + home.resolve("report.html"))
            .set("calibrate.metrics=[\"" + LabelledStore.METRIC + "\"]");
    for (String setting : SETTINGS) {
      loader = loader.set(setting);
    }
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    ConfigLoader.Loaded loaded = loader.load();
    Runner runner =
        new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash());
    runner.run(new Calibrate());
    runner.run(new Apply());
    TreeMap<String, Row> promises = new TreeMap<>();
    store
        .read(Tables.GUARANTEES)
        .where("kind = 'coverage'")
        .join(
            store
                .read(Tables.GUARANTEES)
                .groupBy()
                .agg(org.apache.spark.sql.functions.max("fitted_at").as("fitted_at")),
            "fitted_at")
        .collectAsList()
        .forEach(
            row ->
                promises.put(
                    row.getAs("dimension") + " " + row.getAs("method") + " " + row.getAs("slice"),
                    row));
    return promises;
  }

  /** Over 80 questions that nobody labelled, two answers each: some .05 of sampling error. */
  private static void covered(double promised) {
    for (String dimension : List.of("tone", "fault")) {
      int held = 0;
      int unseen = 0;
      int size = 0;
      for (Row row :
          store
              .read(Tables.DECISIONS)
              .where("dimension = '" + dimension + "' AND case_id >= 'case-00180'")
              .collectAsList()) {
        List<String> set = row.getList(row.fieldIndex("prediction_set"));
        String said = SAID.get(row.getAs("case_id") + row.<String>getAs("system") + dimension);
        unseen++;
        held += set.contains(said) ? 1 : 0;
        size += set.size();
        assertThat(row.<String>getAs("slice")).isEqualTo("all");
        assertThat(row.getJavaMap(row.fieldIndex("level_probabilities"))).hasSize(3);
        if (dimension.equals("tone")) {
          assertThat(Set.copyOf(set)).isNotEqualTo(Set.of("bad", "good"));
        }
      }
      assertThat(unseen).isEqualTo(160);
      assertThat(held / 160.0).as(dimension).isGreaterThan(promised - .08);
      assertThat(size / 160.0).as(dimension).isLessThan(2.6);
    }
    assertThat(
            store
                .read(Tables.DECISIONS)
                .where("metric = 'both' AND size(prediction_set) = 1")
                .count())
        .isPositive();
  }
}
