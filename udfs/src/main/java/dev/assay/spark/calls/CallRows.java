package dev.assay.spark.calls;

import dev.assay.llm.Call;
import dev.assay.llm.StoredReply;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Calls and what was answered, as columns of table {@code llm_calls}. */
public final class CallRows {
  /** What says which call to make. */
  public static final StructType CALL =
      Tables.LLM_CALLS.select("call_hash", "purpose", "endpoint", "prompt", "sample");

  /** What {@link #answered} reads. */
  public static final StructType ANSWERED =
      Tables.LLM_CALLS.select("status", "reply", "error", "finish_reason", "logprobs");

  private CallRows() {}

  /** The row of {@code call}. */
  public static Row of(Call call) {
    return set(NamedRow.of(CALL), call).build();
  }

  /** {@code columns}, then those of a call. */
  public static StructType after(StructType columns) {
    StructType all = columns;
    for (StructField field : CALL.fields()) {
      all = all.add(field);
    }
    return all;
  }

  /** Adds the columns of {@code call} to a row. */
  public static NamedRow set(NamedRow row, Call call) {
    return row.set("call_hash", call.hash())
        .set("purpose", call.purpose())
        .set("endpoint", call.endpoint())
        .set("prompt", call.prompt())
        .set("sample", call.sample());
  }

  /** The call that {@link #of} wrote. */
  public static Call call(Row row) {
    return new Call(
        row.getAs("call_hash"),
        row.getAs("purpose"),
        row.getAs("endpoint"),
        row.getAs("prompt"),
        row.getAs("sample"));
  }

  /** What was answered, of a row of {@code llm_calls}. */
  public static StoredReply answered(Row row) {
    return new StoredReply(
        row.getAs("status"),
        RowValues.optional(row, "reply"),
        RowValues.<String>optional(row, "error").orElse(""),
        RowValues.<String>optional(row, "finish_reason").orElse(""),
        RowValues.optional(row, "logprobs"));
  }
}
