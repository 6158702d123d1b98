package dev.assay.jobs.modular;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_union;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;

import dev.assay.config.grammar.HypothesisConfig;
import dev.assay.config.grammar.ModularConfig;
import dev.assay.grammar.CaseAttributes;
import dev.assay.grammar.modular.CauseWay;
import dev.assay.grammar.modular.GroupVerdict;
import dev.assay.grammar.modular.Reply;
import dev.assay.grammar.modular.SideCounts;
import dev.assay.jobs.engine.Run;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Rows of grammar_groups, each with the counts of its sides. */
final class GroupRows {
  static final String SIDES = "sides";
  private static final int NO_HYPOTHESIS = -1;

  private static final StructType SIDE =
      new StructType()
          .add("hypothesis", DataTypes.StringType, false)
          .add("group_id", DataTypes.StringType, false)
          .add("side", DataTypes.StringType, false)
          .add("n", DataTypes.LongType, false)
          .add("correct", DataTypes.LongType, false)
          .add("by_model", DataTypes.LongType, false)
          .add("by_retrieval", DataTypes.LongType, false)
          .add("gap", DataTypes.BooleanType, false);
  private static final StructType SCHEMA =
      Tables.GRAMMAR_GROUPS.schema().add(SIDES, DataTypes.createArrayType(SIDE, false), false);

  /** What has no id is known by its text. */
  private static final String CONTEXT_IDS =
      "array_distinct(flatten(transform(contexts, c -> filter(array(nullif(c.chunk_id, ''),"
          + " nullif(c.doc_id, ''), if(coalesce(c.chunk_id, '') = '' AND coalesce(c.doc_id, '') ="
          + " '', sha2(c.text, 256), null)), id -> id IS NOT NULL))))";

  private final String runId;
  private final ModularConfig config;

  GroupRows(Run run) {
    this.runId = run.runId();
    this.config = run.config().grammar().modular();
  }

  Dataset<Row> verdicts(Dataset<Row> judged) {
    List<CauseWay> order =
        config.cause().stream().map(id -> CauseWay.valueOf(id.toUpperCase(Locale.ROOT))).toList();
    String id = runId;
    List<String> hypotheses =
        config.hypotheses().stream().map(HypothesisConfig::attribute).toList();
    return judged
        .groupBy("system", "suite", "group_id")
        .agg(
            collect_list(
                    struct(
                        col("case_id"),
                        col("repeat"),
                        array(hypotheses.stream().map(GroupRows::side).toArray(Column[]::new))
                            .as("sides"),
                        col("correct"),
                        col("way"),
                        col("retrieval"),
                        array_union(col("relevant_doc_ids"), col("source_chunk_ids"))
                            .as("relevant"),
                        expr(CONTEXT_IDS).as("contexts"),
                        col("contains"),
                        col("entailed")))
                .as("replies"),
            max(col("attributes").getItem(CaseAttributes.SQL)).as("sql"),
            max(col("attributes").getItem("in_corpus")).as("in_corpus"),
            min("question").as("question"))
        .map((MapFunction<Row, Row>) row -> row(row, hypotheses, order, id), Encoders.row(SCHEMA));
  }

  private static Column side(String hypothesis) {
    return coalesce(col("attributes").getItem(hypothesis), lit(""));
  }

  private static Row row(Row group, List<String> hypotheses, List<CauseWay> order, String runId) {
    List<Row> replies = RowValues.list(group, "replies");
    List<String> wrong =
        replies.stream()
            .filter(reply -> Boolean.FALSE.equals(reply.getAs("correct")))
            .map(reply -> reply.<String>getAs("case_id"))
            .toList();
    String inCorpus = group.getAs("in_corpus");
    IntFunction<GroupVerdict> by =
        hypothesis ->
            GroupVerdict.of(
                group.getAs("group_id"),
                replies.stream().map(reply -> reply(reply, hypothesis)).toList(),
                order,
                inCorpus == null ? "" : inCorpus);
    List<Row> sides = new ArrayList<>();
    for (int h = 0; h < hypotheses.size(); h++) {
      for (SideCounts side : by.apply(h).sides()) {
        sides.add(side(hypotheses.get(h), side));
      }
    }
    GroupVerdict verdict = by.apply(NO_HYPOTHESIS);
    return NamedRow.of(SCHEMA)
        .copy(group, "system", "suite", "group_id", "in_corpus", "sql", "question")
        .set("run_id", runId)
        .set("kind", verdict.kind().id())
        .set("n", verdict.n())
        .set("correct", verdict.correct())
        .set("undecided", verdict.undecided())
        .set("differing", verdict.differing())
        .set("retrieval_correct", verdict.sufficient())
        .set("by_model", verdict.byModel())
        .set("by_retrieval", verdict.byRetrieval())
        .set("cause", verdict.cause())
        .set("cause_way", verdict.causeWay())
        .set("ways", verdict.ways())
        .set("wrong_case_ids", wrong.stream().distinct().sorted().limit(5).toList())
        .set(SIDES, sides)
        .build();
  }

  /**
   * @param hypothesis the place of that whose side counts; {@link #NO_HYPOTHESIS}: all are on one
   */
  private static Reply reply(Row reply, int hypothesis) {
    return new Reply(
        reply.getAs("case_id"),
        reply.<Integer>getAs("repeat"),
        hypothesis == NO_HYPOTHESIS ? "" : RowValues.<String>list(reply, SIDES).get(hypothesis),
        RowValues.optional(reply, "correct"),
        reply.getAs("way"),
        RowValues.optional(reply, "retrieval"),
        new HashSet<>(RowValues.<String>list(reply, "relevant")),
        new HashSet<>(RowValues.<String>list(reply, "contexts")),
        RowValues.optional(reply, "contains"),
        RowValues.optional(reply, "entailed"));
  }

  private static Row side(String hypothesis, SideCounts side) {
    return NamedRow.of(SIDE)
        .set("hypothesis", hypothesis)
        .set("group_id", side.group())
        .set("side", side.side())
        .set("n", side.n())
        .set("correct", side.correct())
        .set("by_model", side.byModel())
        .set("by_retrieval", side.byRetrieval())
        .set("gap", side.gap())
        .build();
  }

  /** The counts in a row of {@link #verdicts}. */
  static SideCounts side(Row row) {
    return new SideCounts(
        row.getAs("group_id"),
        row.getAs("side"),
        row.<Long>getAs("n"),
        row.<Long>getAs("correct"),
        row.<Long>getAs("by_model"),
        row.<Long>getAs("by_retrieval"),
        row.<Boolean>getAs("gap"));
  }
}
