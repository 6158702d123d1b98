package dev.assay.jobs.modular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Evaluator;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.analysis.Analyze;
import dev.assay.jobs.answers.Answer;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.scores.Evaluate;
import dev.assay.report.ReportPage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded results, with a group and a length of wording, and no database. */
@Tag("slow")
class ModularAnalysisTest {
  private final List<String> lines = new ArrayList<>();

  /** By the configuration of the last runner. */
  private Function<Store, ReportPage> page;

  private void record(
      String group,
      String length,
      String expected,
      String answer,
      String doc,
      int judged,
      int found) {
    int id = lines.size();
    lines.add(
        """
        {"id":"%d","question":"%s question %d on %s","expected_answer":"%s","answer":"%s","contexts":[{"text":"The record of %s.","doc_id":"%s"}],"grp":"%s","length":"%s","ending":"%s","judged":%d,"found":%d}\
        """
            .formatted(
                id,
                length,
                id,
                group,
                expected,
                answer,
                doc,
                doc,
                group,
                length,
                id % 2 == 0 ? "even" : "odd",
                judged,
                found));
  }

  private Runner run(Path directory, String... settings) throws Exception {
    Runner runner = runner(directory, settings);
    runner.run(new Answer());
    runner.run(new Evaluate());
    runner.run(new Analyze());
    return runner;
  }

  private Runner runner(Path directory, String... settings) throws Exception {
    Path answers = Files.write(directory.resolve("answers.jsonl"), lines);
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("analyze.replicates=100")
            .set("systems.mine.kind=table")
            .set("systems.mine.path=" + answers)
            .set("systems.mine.id-column=id")
            .set("systems.mine.group-column=grp")
            .set("systems.mine.metadata-columns=[length, ending]")
            .set("systems.mine.score-columns=[judged, found]");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    ConfigLoader.Loaded loaded = loader.load();
    page =
        store ->
            new ReportPage(
                store, loaded.config(), Evaluators.all().stream().map(Evaluator::spec).toList());
    return new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash());
  }

  private static Row one(Runner runner, Table table, String where) {
    List<Row> rows = runner.store().read(table).where(where).collectAsList();
    assertThat(rows).as("%s where %s", table.name(), where).hasSize(1);
    return rows.get(0);
  }

  @Test
  void recordedResultsAreGroupedContrastedAndShown(@TempDir Path directory) throws Exception {
    // Group a: 4 of 4 short ones right; of 4 long ones 2, one wrong by retrieval, one by the model.
    for (int i = 0; i < 4; i++) {
      record("a", "short", "Petra Vogel", "Petra Vogel", "d1", 1, 1);
      boolean right = i < 2;
      record(
          "a",
          "long",
          "Petra Vogel",
          right ? "It is Petra Vogel." : "Max Braun",
          i == 3 ? "d9" : "d1",
          right ? 1 : 0,
          i == 3 ? 0 : 1);
    }
    // Group b, which nothing is known of: asked 12 times in short, once at length.
    for (int i = 0; i < 12; i++) {
      record("b", "short", "12", "I do not know.", "d9", 0, 0);
    }
    record("b", "long", "12", "15", "d9", 0, 0);
    // Group c, of one wording, is none.
    record("c", "short", "x", "y", "d9", 0, 0);

    Runner given =
        run(
            directory,
            "evaluate.evaluators=[database_answer]",
            "grammar.modular.correct=given.judged",
            "grammar.modular.retrieval=given.found",
            "grammar.modular.reference-free=[given.found]",
            "grammar.modular.hypotheses=[{attribute=length,suspected=long},{attribute=ending}]");
    Row a = one(given, Tables.GRAMMAR_GROUPS, "question LIKE '%on a'");
    assertThat(a.<String>getAs("kind")).isEqualTo("non_robust");
    assertThat(a.<Long>getAs("n")).isEqualTo(8);
    assertThat(a.<Long>getAs("correct")).isEqualTo(6);
    assertThat(a.<Long>getAs("by_model")).isEqualTo(1);
    assertThat(a.<Long>getAs("by_retrieval")).isEqualTo(1);
    assertThat(a.<Long>getAs("retrieval_correct")).isEqualTo(7);
    assertThat(a.<String>getAs("cause")).isEqualTo("both");
    assertThat(a.<String>getAs("cause_way")).isEqualTo("score");
    assertThat(given.store().read(Tables.GRAMMAR_GROUPS).count()).isEqualTo(2);
    Row gap = one(given, Tables.GRAMMAR_GROUPS, "kind = 'gap'");
    assertThat(gap.<String>getAs("cause")).isEqualTo("corpus_or_retrieval");

    // Short: 4/16 and R 4/4; long: 2/5 and 2/4. Without the model's error, long: 2/4 and 2/3.
    String asked =
        "hypothesis = 'length' AND sampling = 'as_asked' AND isolated = 'none' AND side = ";
    Row brief = one(given, Tables.GRAMMAR_HYPOTHESES, asked + "'short'");
    Row wordy = one(given, Tables.GRAMMAR_HYPOTHESES, asked + "'long'");
    assertThat(brief.<Double>getAs("accuracy")).isEqualTo(.25);
    assertThat(wordy.<Double>getAs("accuracy")).isEqualTo(.4);
    assertThat(brief.<Double>getAs("robustness")).isEqualTo(1);
    assertThat(wordy.<Double>getAs("robustness")).isEqualTo(.5);
    Row retrieval =
        one(
            given,
            Tables.GRAMMAR_HYPOTHESES,
            "hypothesis = 'length' AND sampling = 'as_asked' AND isolated = 'retrieval' AND side ="
                + " 'long'");
    assertThat(retrieval.<Double>getAs("robustness")).isCloseTo(2 / 3.0, within(1e-12));
    Row contrast =
        one(
            given,
            Tables.GRAMMAR_CONTRASTS,
            "hypothesis = 'length' AND sampling = 'stratified' AND isolated = 'none' AND measured ="
                + " 'accuracy'");
    assertThat(contrast.<String>getAs("side_a")).isEqualTo("short");
    // (1 - 1/2 + 0 - 0) / 2.
    assertThat(contrast.<Double>getAs("difference")).isEqualTo(.25);
    // One pair of sides: nothing to adjust for.
    assertThat(contrast.<Double>getAs("p_adjusted")).isEqualTo(contrast.<Double>getAs("p_value"));
    // The short ones of a are even, the long ones odd, the 13 of b are even from the first on.
    Row odd =
        one(
            given,
            Tables.GRAMMAR_HYPOTHESES,
            "hypothesis = 'ending' AND sampling = 'as_asked' AND isolated = 'none' AND side ="
                + " 'odd'");
    assertThat(odd.<Long>getAs("n")).isEqualTo(4 + 6);
    assertThat(odd.<Double>getAs("accuracy")).isCloseTo(2 / 10.0, within(1e-12));
    assertThat(odd.<Double>getAs("robustness")).isEqualTo(.5);
    Row ending =
        one(
            given,
            Tables.GRAMMAR_CONTRASTS,
            "hypothesis = 'ending' AND sampling = 'stratified' AND isolated = 'none' AND measured ="
                + " 'accuracy'");
    // Nothing is suspected: by the alphabet. a: 1 - 1/2; b: 0.
    assertThat(ending.<String>getAs("side_a")).isEqualTo("even");
    assertThat(ending.<Double>getAs("difference")).isEqualTo(.25);
    // The retrieval's judgement passes 7 answers, 6 of them correct, and every correct one.
    Row worth = one(given, Tables.GRAMMAR_RELIABILITY, "system = 'mine'");
    assertThat(worth.<Double>getAs("precision")).isCloseTo(6 / 7.0, within(1e-12));
    assertThat(worth.<Double>getAs("recall")).isEqualTo(1);
    ReportPage shown = page.apply(given.store());
    assertThat(shown.html(Instant.parse("2026-01-01T00:00:00Z")))
        .contains("id=\"grammar\"")
        .contains("0.40")
        .contains("corpus or retrieval")
        .contains("length: short against long")
        .contains("ending: even against odd")
        .contains(">λ<");

    assertThat(shown.headline().get(0))
        .startsWith("mine on ")
        .endsWith(
            ": of 2 groups of questions that mean the same it answers 0 right in every wording,"
                + " 1 in some (retrieval and model 1), 1 in none"
                + " (no document holds the fact or retrieval 1).");

    // By rules instead of the judgement: the same groups, the cause by comparing the contexts.
    Runner ruled =
        runner(
            directory,
            "evaluate.evaluators=[database_answer]",
            "grammar.modular.reference-free=[given.found]");
    ruled.run(new Analyze());
    String run = " AND run_id <> '" + a.getAs("run_id") + "'";
    Row same = one(ruled, Tables.GRAMMAR_GROUPS, "question LIKE '%on a'" + run);
    assertThat(same.<Long>getAs("correct")).isEqualTo(6);
    assertThat(same.<Long>getAs("by_retrieval")).isEqualTo(1);
    assertThat(same.<String>getAs("cause_way")).isEqualTo("contexts");
    assertThat(same.getJavaMap(same.fieldIndex("ways")).keySet().toString())
        .contains("exact")
        .contains("text");
  }

  /** A judgement counts where the rules have none, also of a record that has no answer. */
  @Test
  void aJudgementCountsWhereNoRuleDecides(@TempDir Path directory) throws Exception {
    // The rules say right, whatever the judge says.
    record("a", "short", "2020-05-12", "2020-05-12", "d1", 0, 1);
    // The month alone: no rule decides.
    record("a", "long", "2020-05-12", "In May 2020.", "d1", 1, 1);
    record("a", "long", "2020-05-12", "In May 2020.", "d1", 0, 1);
    record("a", "long", "2020-05-12", "", "d1", 1, 1);
    without("answer");
    // Neither an answer nor a judgement.
    record("a", "long", "2020-05-12", "", "d1", 0, 1);
    without("answer");
    without("judged");

    Runner runner =
        run(
            directory,
            "evaluate.evaluators=[database_answer]",
            "grammar.modular.judge=given.judged");
    Row group = one(runner, Tables.GRAMMAR_GROUPS, "question LIKE '%on a'");
    assertThat(group.<Long>getAs("n")).isEqualTo(4);
    assertThat(group.<Long>getAs("correct")).isEqualTo(3);
    assertThat(group.<Long>getAs("undecided")).isEqualTo(1);
    assertThat(group.<String>getAs("kind")).isEqualTo("non_robust");
    assertThat(RowValues.<String, Long>map(group, "ways"))
        .containsOnly(
            Map.entry("date", 1L), Map.entry("given.judged", 3L), Map.entry("undecided", 1L));
  }

  /** Takes a field from the last record. */
  private void without(String field) {
    int last = lines.size() - 1;
    lines.set(last, lines.get(last).replaceAll(",\"%s\":(?:\"\"|\\d)".formatted(field), ""));
    assertThat(lines.get(last)).doesNotContain("\"" + field + "\"");
  }
}
