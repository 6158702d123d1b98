package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.min;

import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * The answers of the first night that has any to a case, by {@code run.key}. Topics belong to all
 * nights of a store: what a system finds tomorrow does not move a question to another topic.
 */
record FirstAnswers(Store store) {

  /** Rows of {@code responses}, with the night. */
  Dataset<Row> rows() {
    Dataset<Row> all = store.read(Tables.RESPONSES.ofAllNights());
    Dataset<Row> first = all.groupBy("case_id").agg(min(Table.NIGHT).as(Table.NIGHT));
    List<String> nights =
        first.select(Table.NIGHT).distinct().as(Encoders.STRING()).collectAsList();
    // Most cases came in few nights: files of the others are not opened.
    return all.where(col(Table.NIGHT).isInCollection(nights))
        .join(
            first.select(col("case_id").as("first_case"), col(Table.NIGHT).as("first_night")),
            col("case_id")
                .equalTo(col("first_case"))
                .and(col(Table.NIGHT).equalTo(col("first_night"))),
            "left_semi");
  }
}
