package dev.assay.spark;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Example;
import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.judges.Panel;
import dev.assay.llm.Interview;
import dev.assay.model.Embedder;
import dev.assay.spark.calls.InterviewTurn;
import dev.assay.spark.models.ModelsSource;
import dev.assay.spark.outcomes.ShortOutcomes;
import dev.assay.tables.RowValues;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What judges do with one response: all asking evaluators that it has no score of.
 *
 * @param evaluators what may run
 * @param panel who is asked
 * @param thresholds by qualified metric, in place of the evaluators' own
 * @param models ids of the models by slot, for the {@code model} column
 * @param source the executor's models
 * @param library where judges can look things up
 * @param limit how long each may compute for a response
 */
public record JudgeWork(
    List<AskingEvaluator> evaluators,
    Panel panel,
    Map<String, Double> thresholds,
    Map<Slot, String> models,
    ModelsSource source,
    LibrarySource library,
    RowLimit limit)
    implements InterviewTurn.Work {
  private static final Set<Slot> CHAT = Set.of(Slot.CHAT);

  public JudgeWork {
    evaluators = List.copyOf(evaluators);
    thresholds = Map.copyOf(thresholds);
    models = Map.copyOf(models);
  }

  /** Turns of this work over rows that have the column {@code key}. */
  public InterviewTurn turn(String key) {
    return new InterviewTurn(key, "judge", ShortOutcomes.SCHEMA, this);
  }

  /** What rows of {@link #work} say, and the tables that are made of them. */
  public ShortOutcomes outcomes() {
    return new ShortOutcomes(
        evaluators.stream().map(AskingEvaluator::spec).toList(), thresholds, speaking());
  }

  /**
   * The row of {@link #outcomes}.
   *
   * @param row the columns of responses and test_cases, and {@code pending}, a map from the id of
   *     each evaluator that is to run to the fingerprint of its scores
   */
  @Override
  public Row work(Row row, Interview interview) {
    Map<String, String> pending = RowValues.map(row, "pending");
    List<AskingEvaluator> wanted =
        evaluators.stream().filter(one -> pending.containsKey(one.spec().id())).toList();
    Example example = ExampleRows.from(row);
    return outcomes()
        .row(
            example,
            new AskingScorer(wanted, panel, library.library(), limit)
                .score(example, interview, networks(wanted) ? source.models() : new NoModels()),
            pending);
  }

  /** Models beside the judges run in these tasks. */
  @Override
  public Dataset<Row> placed(Dataset<Row> turned) {
    return networks(evaluators) ? OnGpus.of(turned) : turned;
  }

  private static boolean networks(List<AskingEvaluator> evaluators) {
    return evaluators.stream().anyMatch(one -> !CHAT.containsAll(one.spec().slots()));
  }

  private Map<Slot, String> speaking() {
    Map<Slot, String> speaking = new EnumMap<>(Slot.class);
    speaking.putAll(models);
    if (!panel.seats().isEmpty()) {
      speaking.put(Slot.CHAT, panel.id());
    }
    return speaking;
  }

  /** Where no model is asked for, none is loaded. */
  private static final class NoModels implements Models {
    @Override
    public Embedder embedder() {
      throw new IllegalStateException("No model in slot embedder");
    }

    @Override
    public Optional<String> missing(Slot slot) {
      return Optional.of("no evaluator has said that it needs one");
    }
  }
}
