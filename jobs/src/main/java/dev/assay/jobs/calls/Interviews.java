package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.col;

import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.Counts;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.spark.calls.InterviewTurn;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * Work on rows that asks models in several steps: turn after turn, the calls of all rows together,
 * until every row has its result. Replies are in the ledger before the next turn uses them, so that
 * a run that was killed goes through the same turns without asking again.
 */
public record Interviews(EndpointCalls calls, InterviewTurn turn) {

  /**
   * What came of it.
   *
   * @param results of the rows that came to an end, kept in memory or on disk
   * @param counts calls and tokens, by {@link EndpointCalls#make}
   */
  public record Held(Dataset<Row> results, Counts counts) implements AutoCloseable {
    @Override
    public void close() {
      results.unpersist();
    }
  }

  /**
   * Holds the interviews of {@code rows}. Where a budget ends or a key is refused, rows without all
   * of their replies have no result; {@link EndpointCalls#requireWhole} says so afterwards.
   */
  public Held hold(Dataset<Row> rows) {
    List<Dataset<Row>> used = new ArrayList<>();
    try {
      return hold(rows, used);
    } finally {
      used.forEach(Dataset::unpersist);
    }
  }

  /**
   * The same.
   *
   * @param used what is kept meanwhile is added
   */
  private Held hold(Dataset<Row> rows, List<Dataset<Row>> used) {
    Dataset<Row> open = kept(turn.begin(rows), used);
    List<Dataset<Row>> ended = new ArrayList<>();
    Counts counts = Counts.of("llm calls", 0);
    while (true) {
      Dataset<Row> turned = kept(turn.apply(open), used);
      ended.add(turned.where(col("result").isNotNull()).select("result.*"));
      Dataset<Row> unanswered = turned.where(col("result").isNull());
      if (unanswered.isEmpty() || CallCoordinator.shared().hasEnded() || calls.isShort()) {
        break;
      }
      EndpointCalls.Made made = calls.make(turn.calls(unanswered).drop(turn.key()));
      counts = counts.plus(made.counts());
      open = kept(turn.answered(open, unanswered, made.replies()), used);
    }
    Dataset<Row> results = kept(ended.stream().reduce(Dataset::union).orElseThrow(), used);
    results.count();
    used.remove(results);
    return new Held(results, counts);
  }

  private static Dataset<Row> kept(Dataset<Row> rows, List<Dataset<Row>> used) {
    Dataset<Row> kept = CommitBatches.apart(rows).persist(StorageLevel.MEMORY_AND_DISK());
    used.add(kept);
    return kept;
  }
}
