package dev.assay.jobs;

import static org.apache.spark.sql.functions.lit;

import dev.assay.config.SystemConfig;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Collects the answers of every system under test: asked now, or recorded before. */
public final class Answer implements Stage {

  @Override
  public String name() {
    return "answer";
  }

  @Override
  public String meaning() {
    return "Asks every embedded system every test case of the last 'generate', and reads the"
        + " recorded questions, contexts and answers of systems of kind 'table'. Answers that are"
        + " stored with the same case, configuration and corpus are kept.";
  }

  @Override
  public List<Table> reads() {
    return List.of(Tables.CHUNKS, Tables.RUN_CASES);
  }

  @Override
  public List<Table> writes() {
    return List.of(Tables.TEST_CASES, Tables.RESPONSES, Tables.RUN_CASES, Tables.REJECTED);
  }

  /** Recorded files are read each time: they may have changed. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public List<String> keys() {
    return List.of("systems", "answer");
  }

  @Override
  public Counts run(Run run) {
    Map<String, SystemConfig> systems = new TreeMap<>(run.config().systems());
    if (systems.isEmpty()) {
      throw new StageException(
          "No system under test is configured. Add one, for example systems.mine { kind = table,"
              + " path = \"answers.jsonl\" }; conf/reference.conf lists the keys.");
    }
    Counts counts = new Counts(Map.of());
    Dataset<Row> covered = null;
    for (Map.Entry<String, SystemConfig> system : systems.entrySet()) {
      boolean recorded = system.getValue().kind().equals("table");
      Collected collected =
          recorded
              ? RecordedAnswers.collect(run, system.getKey(), system.getValue())
              : EmbeddedAnswers.collect(run, system.getKey(), system.getValue());
      for (Map.Entry<String, Long> count : collected.counts().values().entrySet()) {
        counts = counts.and(count.getKey(), count.getValue());
      }
      covered = covered == null ? collected.covered() : covered.union(collected.covered());
    }
    Covered.record(run, covered.distinct());
    return counts;
  }

  /**
   * What was collected of one system.
   *
   * @param covered case_id, system, repeat of all its answers, new or kept
   */
  record Collected(Dataset<Row> covered, Counts counts) {}

  /** The rows of a response that a system did not report. */
  static Dataset<Row> withoutUsage(Dataset<Row> responses) {
    return responses
        .withColumn("artifacts", lit(null).cast("string"))
        .withColumn("input_tokens", lit(null).cast("long"))
        .withColumn("output_tokens", lit(null).cast("long"))
        .withColumn("cost", lit(null).cast("double"));
  }
}
