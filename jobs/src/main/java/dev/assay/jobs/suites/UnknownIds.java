package dev.assay.jobs.suites;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.min;

import dev.assay.base.OneLine;
import dev.assay.jobs.engine.Run;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Ids of relevant documents or chunks that the corpus has not. */
final class UnknownIds {
  private UnknownIds() {}

  /** Says how many cases name such ids, where there is a corpus: no system can find them. */
  static void tell(Run run, Dataset<Row> cases, String suite) {
    if (run.store().isBlank(Tables.CHUNKS)) {
      return;
    }
    Dataset<Row> named = cases.select(col("case_id"), explode(col("relevant_doc_ids")).as("named"));
    Dataset<Row> chunks = run.store().read(Tables.CHUNKS);
    Dataset<Row> known =
        chunks
            .select(col("chunk_id").as("named"))
            .union(chunks.select(col("doc_id").as("named")).distinct());
    Row unknown =
        named
            .join(known, named.col("named").equalTo(known.col("named")), "left_anti")
            .agg(
                countDistinct("case_id").as("cases"),
                countDistinct("named").as("ids"),
                min("named").as("example"))
            .head();
    if (unknown.<Long>getAs("ids") > 0) {
      System.err.printf(
          "tests: suite '%s': %d relevant ids of %d cases are of no document and no chunk of the"
              + " corpus, such as '%s'. Retrieval is measured against them all the same.%n",
          OneLine.of(suite),
          unknown.<Long>getAs("ids"),
          unknown.<Long>getAs("cases"),
          OneLine.of(unknown.getAs("example")));
    }
  }
}
