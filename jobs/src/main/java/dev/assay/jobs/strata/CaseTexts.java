package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.corpus.Embed;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What a case is about: its question, and the passage that comes first in every answer to it, which
 * belongs to the question rather than to what one system found.
 */
record CaseTexts(Run run, String model) {

  /** case_id, text, vector of {@code cases}; texts without a vector get one first. */
  Dataset<Row> embedded(Dataset<Row> cases) {
    Dataset<Row> first =
        new FirstAnswers(run.store())
            .rows()
            .withColumn("first", expr("try_element_at(contexts, 1).text"))
            .groupBy("case_id")
            .agg(
                when(
                        countDistinct("first")
                            .equalTo(1)
                            .and(count("first").equalTo(count(lit(1)))),
                        min("first"))
                    .as("passage"));
    Dataset<Row> texts =
        cases
            .select("case_id", "question")
            .join(first, RunCoverage.on(List.of("case_id")), "left")
            .select(col("case_id"), concat_ws("\n", col("question"), col("passage")).as("text"))
            .withColumn("text_hash", Keys.hash(col("text")))
            .transform(Kept::cut);
    Embed.missing(run, texts.select("text", "text_hash").distinct());
    return texts
        .join(
            run.store()
                .read(Tables.EMBEDDINGS)
                .where(col("model").equalTo(model))
                .select("text_hash", "vector"),
            "text_hash")
        .select("case_id", "text", "vector");
  }
}
