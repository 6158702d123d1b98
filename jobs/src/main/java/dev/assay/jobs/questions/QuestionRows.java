package dev.assay.jobs.questions;

import static org.apache.spark.sql.functions.col;

import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.llm.Json;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.asked.Cell;
import dev.assay.questions.asked.QuotaFill;
import dev.assay.tables.NamedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** What is told and stored of questions that a model wrote, besides the test cases. */
final class QuestionRows {
  private static final StructType REFUSED =
      StructType.fromDDL("chunk_id STRING, reason STRING, row STRING");
  private static final int SHOWN = 20;

  private QuestionRows() {}

  /** Stores what was refused; source is the chunk that it was asked for. */
  static void reject(Run run, List<Row> refused) {
    Rejections.record(
        run,
        run.spark().createDataFrame(refused, REFUSED),
        col("chunk_id"),
        col("reason"),
        col("row"));
  }

  /** Questions that passed their own checks and were not chosen. */
  static List<Row> dropped(QuotaFill.Result filled) {
    List<Row> rows = new ArrayList<>();
    filled
        .dropped()
        .forEach(
            one ->
                rows.add(
                    refused(one.draft().sourceChunkIds().get(0), one.reason(), json(one.draft()))));
    return rows;
  }

  /** What was asked for {@code chunk} and refused. */
  static Row refused(String chunk, String reason, String row) {
    return NamedRow.of(REFUSED)
        .set("chunk_id", chunk)
        .set("reason", reason)
        .set("row", row)
        .build();
  }

  private static String json(DraftQuestion draft) {
    var object = Json.object();
    object.put("query_type", draft.queryType().id());
    object.put("question", draft.question());
    object.put("answer", draft.expectedAnswer());
    new TreeMap<>(draft.attributes()).forEach(object::put);
    return Json.write(object);
  }

  /** Questions, what was refused by reason, and what the quotas lack by type and difficulty. */
  static Counts counts(AskedQuestions.Asked asked, List<Row> rejected) {
    Counts counts =
        asked
            .counts()
            .and("test cases", asked.filled().chosen().size())
            .and("rejected", rejected.size())
            .and("shortfall", 0);
    for (Row row : rejected) {
      counts = counts.and("rejected " + row.<String>getAs("reason").split(":", 2)[0], 1);
    }
    for (Map.Entry<Cell, Integer> cell : asked.filled().missing().entrySet()) {
      counts =
          counts
              .and("shortfall", cell.getValue())
              .and(
                  "shortfall " + cell.getKey().type().id() + " " + cell.getKey().difficulty(),
                  cell.getValue());
    }
    for (DraftQuestion draft : asked.filled().chosen()) {
      String verdict = draft.attributes().get("verdict");
      if (verdict != null) {
        counts = counts.and("yes_no answered " + verdict, 1);
      }
    }
    return counts;
  }

  /** Says on stderr which cells are short. */
  static void tell(String stage, AskedQuestions.Asked asked) {
    if (asked.filled().missing().isEmpty()) {
      return;
    }
    int total = asked.filled().missing().values().stream().mapToInt(Integer::intValue).sum();
    List<String> cells =
        asked.filled().missing().entrySet().stream()
            .map(cell -> cell.getKey() + " " + cell.getValue())
            .toList();
    System.err.printf(
        "%s: quotas lack %d questions: %s%s%n",
        stage,
        total,
        String.join("; ", cells.subList(0, Math.min(SHOWN, cells.size()))),
        cells.size() > SHOWN ? "; … (" + cells.size() + " cells)" : "");
  }
}
