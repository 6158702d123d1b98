package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.analysis.CoverageRow.Touched;
import dev.assay.jobs.corpus.Corpora;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Parallel;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.sampling.SampleDesign;
import dev.assay.spark.Kept;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import scala.reflect.ClassTag$;

/**
 * What the covered tests touch of the corpus: a chunk is tested when a test case was made from it,
 * and near a test when the cosine distance of its vector to that of a tested chunk is at most
 * {@code analyze.coverage-distance}. Empty where there are no strata, or no case names a chunk of
 * them.
 */
public final class Coverage {
  private final Run run;
  private final double distance;

  public Coverage(Run run) {
    this.run = run;
    this.distance = run.config().analyze().coverageDistance();
  }

  /**
   * All topics together, then each.
   *
   * @param covered responses with their test cases
   */
  public List<CoverageRow> rows(Dataset<Row> covered) {
    if (run.store().isEmpty(Tables.STRATA)) {
      return List.of();
    }
    Dataset<Row> tested =
        covered.select(explode(col("source_chunk_ids")).as("chunk_id")).distinct();
    Dataset<Row> chunks =
        Corpora.embedded(run)
            .join(SampleDesign.strata(run).select("chunk_id", "stratum_id"), "chunk_id")
            .join(
                tested.withColumn("tested", lit(true)), RunCoverage.on(List.of("chunk_id")), "left")
            .select(
                col("chunk_id"),
                col("doc_id"),
                col("stratum_id"),
                col("n_tokens"),
                coalesce(col("tested"), lit(false)).as("tested"),
                col("vector"));
    ArrayList<float[]> targets = new ArrayList<>();
    for (Row row : chunks.where(col("tested")).select("vector").collectAsList()) {
      targets.add(RowValues.floats(row, "vector"));
    }
    return targets.isEmpty() ? List.of() : touched(placed(chunks, targets));
  }

  /** doc_id, stratum_id, n_tokens, tested, near; computed once. */
  private Dataset<Row> placed(Dataset<Row> chunks, ArrayList<float[]> targets) {
    Broadcast<Targets> shared =
        run.spark()
            .sparkContext()
            .broadcast(new Targets(targets, distance), ClassTag$.MODULE$.apply(Targets.class));
    // Not destroyed here: rows of an executor that is lost are computed again. It goes with them.
    return Parallel.spread(chunks, run.store().read(Tables.CHUNKS).count(), col("chunk_id"))
        .mapPartitions(
            (MapPartitionsFunction<Row, Row>) rows -> shared.value().near(rows),
            Encoders.row(Targets.SCHEMA))
        .transform(Kept::cut);
  }

  private List<CoverageRow> touched(Dataset<Row> placed) {
    List<CoverageRow> rows = new ArrayList<>();
    Map<Integer, String> labels = labels();
    placed
        .rollup("stratum_id")
        .agg(
            count(lit(1)).as("chunks"),
            count(when(col("tested"), lit(1))).as("tested_chunks"),
            countDistinct("doc_id").as("documents"),
            countDistinct(when(col("tested"), col("doc_id"))).as("tested_documents"),
            sum(col("n_tokens").cast("long")).as("tokens"),
            sum(tokens(col("tested"))).as("tested_tokens"),
            sum(tokens(col("near"))).as("near_tokens"))
        .orderBy(col("stratum_id").asc_nulls_first())
        .collectAsList()
        .forEach(
            row -> {
              Optional<Integer> stratum = RowValues.optional(row, "stratum_id");
              rows.add(
                  new CoverageRow(
                      stratum,
                      stratum.map(id -> labels.getOrDefault(id, "")).orElse(""),
                      new Touched(row.getAs("chunks"), row.getAs("tested_chunks")),
                      new Touched(row.getAs("documents"), row.getAs("tested_documents")),
                      new Touched(row.getAs("tokens"), row.getAs("tested_tokens")),
                      row.getAs("near_tokens"),
                      distance));
            });
    return rows;
  }

  private static Column tokens(Column when) {
    return when(when, col("n_tokens").cast("long")).otherwise(0L);
  }

  private Map<Integer, String> labels() {
    Map<Integer, String> labels = new HashMap<>();
    run.store()
        .read(Tables.TOPICS)
        .where(col("model").equalTo(ModelSettings.embedderId(run.config().models())))
        .select("stratum_id", "label")
        .collectAsList()
        .forEach(row -> labels.put(row.getAs("stratum_id"), row.getAs("label")));
    return labels;
  }
}
