package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.from_json;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_from_entries;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.AssayConfig;
import dev.assay.config.LabelDimension;
import dev.assay.config.LabelExportConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.llm.Conversation;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** Writes what people should label next: a file of tasks and a page to label them on. */
public final class LabelExport implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("label-export")
          .reads(
              Tables.REVIEW_QUEUE,
              Tables.RESPONSES,
              Tables.TEST_CASES,
              Tables.SCORES,
              Tables.RUN_CASES)
          .writes(Tables.REVIEW_QUEUE)
          .keys("label.export", "label.dimensions");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  /** The files may have been removed. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    LabelExportConfig config = run.config().label().export();
    Dataset<Row> queue =
        run.step(
            "open tasks",
            () ->
                run.store()
                    .read(Tables.REVIEW_QUEUE)
                    .join(
                        RunCoverage.responses(run)
                            .select(
                                col("case_id"),
                                col("system"),
                                col("repeat"),
                                col("question"),
                                turns().as("messages"),
                                col("answer"),
                                col("expected_answer"),
                                expr("contexts.text").as("contexts")),
                        RunCoverage.keys())
                    .where(col("labelled_at").isNull())
                    .orderBy(
                        col("priority").desc(), col("case_id"), col("system"), col("dimension"))
                    .limit(config.limit())
                    .localCheckpoint());
    Dataset<Row> tasks =
        queue.select(
            col("case_id"),
            col("system"),
            col("repeat"),
            col("dimension"),
            col("question"),
            col("messages"),
            col("answer"),
            when(expected(run).apply(col("dimension")), col("expected_answer"))
                .as("expected_answer"),
            col("contexts"));
    if (config.showScores()) {
      tasks = tasks.join(scores(run), RunCoverage.keys(), "left");
      tasks = withPriority(tasks, queue);
    }
    Dataset<Row> shown = tasks;
    long count = run.step("tasks", () -> new LabelFiles(run).write(shown.localCheckpoint()));
    Column[] columns = Tables.REVIEW_QUEUE.columns();
    run.store()
        .merge(
            Tables.REVIEW_QUEUE,
            run.step(
                "tasks told",
                () ->
                    queue
                        .withColumn("exported_at", lit(run.time()))
                        .select(columns)
                        .localCheckpoint()));
    return Counts.of("tasks exported", count);
  }

  /** The turns before the question as the system heard them, else as the case has them. */
  private static Column turns() {
    DataType turns = Tables.TEST_CASES.schema().apply("messages").dataType();
    Column heard = col("attributes").getItem(Conversation.ATTRIBUTE);
    return coalesce(from_json(heard, turns), col("messages"));
  }

  /** Whether who judges a dimension sees the expected answer. */
  private static UserDefinedFunction expected(Run run) {
    HashMap<String, Boolean> shown = new HashMap<>();
    run.config()
        .label()
        .dimensions()
        .forEach((name, dimension) -> shown.put(name, dimension.showsExpected(name)));
    return udf(
        (UDF1<String, Boolean>)
            name ->
                shown.containsKey(name)
                    ? shown.get(name)
                    : LabelDimension.BINARY.showsExpected(name),
        DataTypes.BooleanType);
  }

  private static Dataset<Row> withPriority(Dataset<Row> tasks, Dataset<Row> queue) {
    return tasks.join(
        queue.select("case_id", "system", "repeat", "dimension", "priority", "why"),
        RunCoverage.on(List.of("case_id", "system", "repeat", "dimension")));
  }

  private static Dataset<Row> scores(Run run) {
    return run.store()
        .read(Tables.SCORES)
        .where(col("status").equalTo("ok"))
        .groupBy("case_id", "system", "repeat")
        .agg(map_from_entries(collect_list(struct(col("metric"), col("value")))).as("scores"));
  }
}
