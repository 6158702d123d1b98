package dev.assay.spark.calls;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;

import dev.assay.llm.Interview;
import dev.assay.llm.StoredReply;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * One turn of the interviews of many rows: each row's work goes as far as the known replies let it,
 * and has a result or calls that it needs.
 *
 * @param key column that names a row
 * @param purpose of the calls
 * @param result schema of a result
 * @param work from a row to its result, a row of that schema
 */
public record InterviewTurn(String key, String purpose, StructType result, Work work)
    implements Serializable {
  private static final String REPLIES = "replies";

  /** What is done with a row: a pure function of the row and the replies. */
  @FunctionalInterface
  public interface Work extends Serializable {
    Row work(Row row, Interview interview);

    /** The turned rows, computed where this work can be done; tasks like any others here. */
    default Dataset<Row> placed(Dataset<Row> turned) {
      return turned;
    }
  }

  /** The rows before their first turn. */
  public Dataset<Row> begin(Dataset<Row> rows) {
    return rows.withColumn(
        REPLIES,
        functions.map().cast(DataTypes.createMapType(DataTypes.StringType, CallRows.ANSWERED)));
  }

  /** {@link #key}, {@code result} (NULL while replies are missing), {@code calls} that it needs. */
  public Dataset<Row> apply(Dataset<Row> open) {
    StructType turned =
        new StructType()
            .add(key, "string")
            .add("result", result)
            .add("calls", DataTypes.createArrayType(CallRows.CALL));
    return work.placed(
        open.map((MapFunction<Row, Row>) row -> turn(row, turned), Encoders.row(turned)));
  }

  private Row turn(Row row, StructType turned) {
    Map<String, StoredReply> known = new HashMap<>();
    RowValues.<String, Row>map(row, REPLIES)
        .forEach((hash, reply) -> known.put(hash, CallRows.answered(reply)));
    Interview.Turn<Row> turn =
        Interview.turn(purpose, known, interview -> work.work(row, interview));
    return NamedRow.of(turned)
        .copy(row, key)
        .set("result", turn.result())
        .set("calls", turn.calls().stream().map(CallRows::of).toList())
        .build();
  }

  /** The calls of a turn, with the key of the row that needs each. */
  public Dataset<Row> calls(Dataset<Row> turned) {
    return turned.select(col(key), explode(col("calls")).as("call")).select(key, "call.*");
  }

  /**
   * The rows that can go on, with the replies of this turn added: those whose calls all have one.
   *
   * @param open the rows before the turn
   * @param turned the turn
   * @param ledger the columns of {@code llm_calls}
   */
  public Dataset<Row> answered(Dataset<Row> open, Dataset<Row> turned, Dataset<Row> ledger) {
    Column reply =
        functions.struct(
            Arrays.stream(CallRows.ANSWERED.fieldNames())
                .map(functions::col)
                .toArray(Column[]::new));
    Dataset<Row> replies =
        calls(turned)
            .select(key, "call_hash")
            .join(ledger, "call_hash")
            .groupBy(key)
            .agg(
                functions
                    .map_from_entries(
                        functions.collect_list(functions.struct(col("call_hash"), reply)))
                    .as("fresh"));
    Dataset<Row> whole =
        turned
            .select(col(key), functions.size(col("calls")).as("needed"))
            .join(replies, key)
            .where(functions.size(col("fresh")).equalTo(col("needed")))
            .drop("needed");
    return open.join(whole, key)
        .withColumn(REPLIES, functions.map_concat(col(REPLIES), col("fresh")))
        .drop("fresh");
  }
}
