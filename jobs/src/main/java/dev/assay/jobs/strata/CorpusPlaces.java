package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.row_number;

import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * Cases in the strata of the corpus: by most of the chunks that the case names as its source, else
 * those of the documents that are relevant, else those that its answers cite; else by the stratum
 * that its text would join.
 */
record CorpusPlaces(Run run, String model) {

  Counts place(Dataset<Row> open) {
    Dataset<Row> cited = cited(open).transform(Kept::cut);
    Dataset<Row> rest = open.join(cited, RunCoverage.on(List.of("case_id")), "left_anti");
    Dataset<Row> all =
        cited
            .withColumn("placed_by", lit("cited"))
            .withColumn("x", lit(null).cast("double"))
            .withColumn("y", lit(null).cast("double"))
            .withColumn("distance", lit(null).cast("double"));
    long without = rest.count();
    Optional<StoredFit> fit =
        without == 0 ? Optional.empty() : StoredFit.row(run, model).flatMap(StoredFit::of);
    if (fit.isPresent()) {
      Dataset<Row> vectors =
          new CaseTexts(run, model)
              .embedded(rest)
              .select(col("case_id").as("chunk_id"), col("vector"));
      Dataset<Row> nearest =
          StratumRows.numbered(
                  StratumRows.placed(vectors, fit.get().clustering(), new StratumRows.Every()),
                  fit.get().numbers())
              .withColumnRenamed("chunk_id", "case_id")
              .withColumn("placed_by", lit("nearest"));
      all = all.unionByName(nearest);
    } else if (without > 0) {
      System.err.printf(
          "place: %d cases cite no chunk and have no topic: the strata's fit cannot be read. Run"
              + " 'assay stratify' again.%n",
          without);
    }
    Dataset<Row> placed =
        all.withColumn("model", lit(model))
            .withColumn("fingerprint", fingerprint())
            .transform(Kept::cut);
    CaseStrata.replace(run, placed);
    return Counts.of("cases placed", placed.count())
        .and("by cited chunks", cited.count())
        .and("by the nearest stratum", placed.count() - cited.count());
  }

  /** That of the strata. */
  private org.apache.spark.sql.Column fingerprint() {
    return lit(strata().agg(max("fingerprint").as("f")).head().<String>getAs("f"));
  }

  private Dataset<Row> strata() {
    return run.store().read(Tables.STRATA).where(col("model").equalTo(model));
  }

  /** case_id, stratum_id. */
  private Dataset<Row> cited(Dataset<Row> open) {
    Dataset<Row> strata = strata().select("chunk_id", "stratum_id");
    Dataset<Row> sources =
        open.select(
            col("case_id"), lit(0).as("rank"), explode(col("source_chunk_ids")).as("chunk_id"));
    Dataset<Row> relevant =
        open.select(
                col("case_id"), lit(1).as("rank"), explode(col("relevant_doc_ids")).as("doc_id"))
            .join(run.store().read(Tables.CHUNKS).select("chunk_id", "doc_id"), "doc_id")
            .select("case_id", "rank", "chunk_id");
    Dataset<Row> answers =
        new FirstAnswers(run.store())
            .rows()
            .join(open.select("case_id"), "case_id")
            .select(
                col("case_id"),
                lit(2).as("rank"),
                explode(expr("contexts.chunk_id")).as("chunk_id"));
    return sources
        .unionByName(relevant)
        .unionByName(answers)
        .join(strata, "chunk_id")
        .groupBy("case_id", "rank", "stratum_id")
        .agg(count(lit(1)).as("n"))
        .withColumn(
            "place",
            row_number()
                .over(
                    Window.partitionBy("case_id")
                        .orderBy(col("rank"), col("n").desc(), col("stratum_id"))))
        .where(col("place").equalTo(1))
        .select("case_id", "stratum_id");
  }
}
