package dev.assay.jobs.scores;

import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.spark.Evaluation;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Scores of few responses at a time, for a stage that wants them round after round: of stored
 * scores those of their cases alone are brought together, and what judges look things up in is sent
 * once for all rounds.
 */
public final class FewScores implements AutoCloseable {
  private final Run run;
  private final Evaluation evaluation;
  private final Optional<JudgedScores> judged;

  /**
   * @param wanted whether the evaluator with an id is
   */
  public FewScores(Run run, Predicate<String> wanted) {
    this.run = run;
    Evaluation all = EvaluatorSelection.evaluation(run.config());
    this.evaluation =
        all.of(all.evaluators().stream().filter(one -> wanted.test(one.spec().id())).toList());
    boolean asks =
        EvaluatorSelection.asking(run.config()).stream()
            .anyMatch(one -> wanted.test(one.spec().id()));
    this.judged = asks ? Optional.of(new JudgedScores(run, wanted)) : Optional.empty();
  }

  /**
   * Stores the scores that are missing.
   *
   * @param responses with their cases
   * @param pairs case_id and system of each
   */
  public Counts store(Dataset<Row> responses, Dataset<Row> pairs) {
    Covered covered = new Covered(responses, Optional.of(pairs));
    Counts counts = Evaluate.computed(run, covered, evaluation);
    return judged.map(one -> counts.plus(one.ask(covered))).orElse(counts);
  }

  @Override
  public void close() {
    judged.ifPresent(JudgedScores::close);
  }
}
