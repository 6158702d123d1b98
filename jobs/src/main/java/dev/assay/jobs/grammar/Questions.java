package dev.assay.jobs.grammar;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.grammar.GrammarConfig;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.database.DatabaseException;
import dev.assay.grammar.fill.Truth;
import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.reflect.ClassTag$;

/** From templates to stored cases: the product is made, answered and committed in batches. */
final class Questions {
  private static final int FIRST_ROWS = 2000;

  /**
   * Questions of a batch: about what a minute makes, in memory that does not grow with them all.
   */
  private static final long MOST_QUESTIONS = 100_000;

  private final Run run;
  private final List<GroundedTemplate> templates;
  private final GrammarConfig config;
  private final Map<String, Long> counts = new TreeMap<>();

  Questions(Run run, List<GroundedTemplate> templates) {
    this.run = run;
    this.templates = templates;
    this.config = run.config().grammar();
  }

  Counts make() {
    Optional<Broadcast<CorpusSource>> corpus = CorpusSource.of(run);
    Broadcast<ArrayList<GroundedTemplate>> shared =
        run.spark()
            .sparkContext()
            .broadcast(new ArrayList<>(templates), ClassTag$.MODULE$.apply(ArrayList.class));
    try {
      FillWork work =
          new FillWork(
              Source.database(run.spark(), config),
              config.fill(),
              config.suite(),
              run.config().run().seed(),
              shared,
              corpus.stream().toList());
      QuestionCases cases =
          new QuestionCases(config.suite(), run.time(), shared, corpus.isPresent());
      return make(work, cases);
    } catch (
        Exception failure) { // Scala throws checked exceptions undeclared: SparkException is one
      Optional<StageException> told = gone(failure);
      if (told.isPresent()) {
        throw told.get();
      }
      throw failure;
    } finally {
      shared.destroy();
      corpus.ifPresent(Broadcast::destroy);
    }
  }

  private Counts make(FillWork work, QuestionCases cases) {
    int sessions = config.fill().connections();
    Dataset<Integer> places =
        run.spark()
            .createDataset(IntStream.range(0, templates.size()).boxed().toList(), Encoders.INT())
            .repartition(Math.min(sessions, templates.size()));
    Dataset<Row> combinations = work.combinations(places).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      tell(combinations.where(col("values").isNull()).collectAsList());
      refuse(combinations.where(col("problem").isNotNull()), col("template"));
      StoredQuestions stored = new StoredQuestions(run, config.suite());
      new CommitBatches(run.config().pipeline(), FIRST_ROWS, mostCombinations())
          .forEach(
              "grammar",
              stored.pending(combinations.where(col("values").isNotNull())).drop("problem"),
              new Column[] {col("group_id")},
              batch -> commit(work, cases, stored, batch, sessions));
      Counts all = Counts.of("test cases", stored.end());
      for (Map.Entry<String, Long> one : counts.entrySet()) {
        all = all.and(one.getKey(), one.getValue());
      }
      return all;
    } finally {
      combinations.unpersist();
    }
  }

  /** Each combination becomes as many questions as its template has wordings. */
  private long mostCombinations() {
    int most = templates.stream().mapToInt(one -> one.texts().size()).max().orElse(1);
    return Math.max(1, MOST_QUESTIONS / Math.max(1, most));
  }

  private void commit(
      FillWork work,
      QuestionCases cases,
      StoredQuestions stored,
      Dataset<Row> batch,
      int sessions) {
    Dataset<Row> answered =
        work.answers(batch.repartition(sessions).sortWithinPartitions("template", "group_id"))
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      for (Row row : answered.groupBy("outcome").agg(count(lit(1)).as("n")).collectAsList()) {
        String outcome = row.getAs("outcome");
        String meaning =
            outcome.equals(FillWork.FAILED)
                ? "left out: the statement failed"
                : Truth.Outcome.valueOf(outcome).meaning();
        counts.merge(meaning, row.<Long>getAs("n"), Long::sum);
      }
      refuse(answered.where(col("outcome").equalTo(FillWork.FAILED)), col("query"));
      stored.commit(
          cases.of(
              answered.where(
                  col("outcome")
                      .isin(Truth.Outcome.ANSWERED.name(), Truth.Outcome.UNANSWERABLE.name()))));
    } finally {
      answered.unpersist();
    }
  }

  private void refuse(Dataset<Row> rows, Column content) {
    long refused = Rejections.record(run, rows, config.templates(), col("problem"), content);
    if (refused > 0) {
      counts.merge("rejected", refused, Long::sum);
    }
  }

  /** How many questions there are to be: M × N × Q. */
  private void tell(List<Row> summaries) {
    long there = 0;
    long questions = 0;
    long combinations = 0;
    for (Row row : summaries) {
      long of = RowValues.<Long>optional(row, "there").orElse(0L);
      long taken = Math.min(of, config.fill().maxCombinations());
      int wordings = templates.get(row.<Integer>getAs("template")).texts().size();
      there += of;
      combinations += taken;
      questions += taken * wordings;
      counts.merge(
          "left out: a value that no question can name",
          RowValues.<Long>optional(row, "unsayable").orElse(0L),
          Long::sum);
    }
    counts.values().removeIf(number -> number == 0);
    long wordings = templates.stream().mapToLong(template -> template.texts().size()).sum();
    System.err.printf(
        Locale.ROOT,
        "grammar: %,d SQL templates (M), %.1f wordings each (N), %,d combinations of values taken"
            + " of %,d (Q): %,d questions at most%n",
        templates.size(),
        (double) wordings / templates.size(),
        combinations,
        there,
        questions);
  }

  /** Where the session was lost, told for users: what is stored stays. */
  private Optional<StageException> gone(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 50; depth++) {
      if (cause instanceof DatabaseException lost) {
        return Optional.of(
            new StageException(
                lost.getMessage()
                    + " Cases that were committed stay; the same command goes on after them.",
                lost));
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }
}
