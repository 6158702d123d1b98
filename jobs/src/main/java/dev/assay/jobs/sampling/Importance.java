package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.min_by;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The importance of chunks: a number in the metadata of their documents. */
record Importance(Run run) {

  /** Adds column {@code importance}, a positive decimal number; refuses documents without one. */
  Dataset<Row> of(Dataset<Row> chunks) {
    String name = run.config().sample().importance();
    Dataset<Row> documents =
        run.store()
            .read(Tables.DOCUMENTS)
            .select(col("doc_id"), col("uri"), col("metadata").getItem(name).as("given"))
            .withColumn("importance", expr("try_cast(given AS DECIMAL(18,6))"));
    refuse(name, documents);
    return chunks
        .join(run.store().read(Tables.CHUNKS).select("chunk_id", "doc_id"), "chunk_id")
        .join(documents.select("doc_id", "importance"), "doc_id")
        .select("chunk_id", "stratum_id", "importance");
  }

  private static void refuse(String name, Dataset<Row> documents) {
    Column unfit = col("importance").isNull().or(col("importance").leq(0));
    Column given =
        when(col("given").isNull(), lit("none")).otherwise(expr("concat('\"', given, '\"')"));
    Row found =
        documents
            .where(unfit)
            .agg(count(lit(1)).as("n"), min("uri").as("uri"), min_by(given, col("uri")).as("given"))
            .head();
    if (found.<Long>getAs("n") > 0) {
      throw new StageException(
          "sample.importance = '%s' must be a number from 0.000001 to 999999999999 in the metadata of every document; %d have another or none, such as %s: %s."
                  .formatted(
                      name,
                      found.<Long>getAs("n"),
                      found.<String>getAs("uri"),
                      found.<String>getAs("given"))
              + " Name it in metadata-columns of the source and give documents that hardly matter a small number:"
              + " what can never be drawn, no estimate speaks for.");
    }
  }
}
