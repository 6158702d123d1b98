package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.calls.EndpointCalls;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.calls.PassageRows;
import dev.assay.spark.calls.SystemCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * Asks cases turn by turn: first the users' turns whose replies are not recorded, in order, each
 * with what was said before it and the passages that are found for it, and then the questions.
 * Where such a turn has no reply the case has no answer, for that reason.
 */
final class Turns implements AutoCloseable {
  private final EndpointCalls calls;
  private final SystemCalls asking;
  private final UnaryOperator<Dataset<Row>> passages;
  private final List<Dataset<Row>> held = new ArrayList<>();

  /**
   * @param passages from cases with an open turn to the same with the passages of that turn
   */
  Turns(EndpointCalls calls, SystemCalls asking, UnaryOperator<Dataset<Row>> passages) {
    this.calls = calls;
    this.asking = asking;
    this.passages = passages;
  }

  /**
   * What came of it.
   *
   * @param answers as table {@code responses} has them; there until {@link Turns#close}
   */
  record Asked(Dataset<Row> answers, Counts counts) {}

  /** Asks {@code pending}, rows as {@link SystemCalls#calls} takes them. */
  Asked ask(Dataset<Row> pending) {
    Dataset<Row> open = pending.filter(asking.open());
    Dataset<Row> ready = pending.filter(asking.whole());
    List<Dataset<Row>> answers = new ArrayList<>();
    Counts counts = Counts.of("llm calls", 0);
    while (!open.isEmpty()) {
      Asked turn = once(passages.apply(open));
      counts = counts.plus(turn.counts());
      Dataset<Row> replies = held(turn.answers());
      Column said = col("status").equalTo("ok").and(trim(col("answer")).notEqual(""));
      answers.add(
          replies
              .where(said.equalTo(false))
              .withColumn("answer", lit(null).cast("string"))
              .withColumn(
                  "error",
                  concat(
                      lit("a turn before the question: "),
                      coalesce(col("error"), lit("an empty reply"))))
              .withColumn(
                  "status",
                  when(col("status").equalTo("ok"), "parse_failure").otherwise(col("status"))));
      Dataset<Row> replied = replies.where(said).select("case_id", "system", "repeat", "answer");
      Dataset<Row> heard = held(asking.heard(open.join(replied, RunCoverage.keys())));
      ready = ready.union(heard.filter(asking.whole()));
      open = heard.filter(asking.open());
    }
    Asked last = once(ready);
    answers.add(last.answers());
    return new Asked(
        held(answers.stream().reduce(Dataset::union).orElseThrow()), counts.plus(last.counts()));
  }

  private Asked once(Dataset<Row> cases) {
    Dataset<Row> wanted = asking.calls(cases);
    EndpointCalls.Made made = calls.make(wanted);
    return new Asked(
        asking.answers(
            wanted
                .select(
                    "case_id",
                    "system",
                    "repeat",
                    "fingerprint",
                    "spoken",
                    PassageRows.HANDED,
                    "call_hash")
                .join(made.replies(), "call_hash")),
        made.counts());
  }

  private Dataset<Row> held(Dataset<Row> rows) {
    Dataset<Row> kept = CommitBatches.apart(rows).persist(StorageLevel.MEMORY_AND_DISK());
    held.add(kept);
    return kept;
  }

  @Override
  public void close() {
    held.forEach(Dataset::unpersist);
    held.clear();
  }
}
