package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.base.Hashes;
import dev.assay.config.StratifyConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Version;
import dev.assay.spark.Kept;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Strata of the questions themselves, where no corpus has any: fitted, numbered and named as those
 * of chunks are. Numbers of strata that are found again stay.
 */
record QuestionStrata(Run run, String model) {

  Counts place(Dataset<Row> open) {
    StratifyConfig config = run.config().stratify();
    long questions = open.agg(countDistinct("question").as("n")).head().<Long>getAs("n");
    if (questions < config.minCases()) {
      run.store().deleteWhere(Tables.CASE_STRATA, col("case_id").isNotNull());
      System.err.printf(
          "place: no topics: there is no corpus, and %d different questions are fewer than"
              + " stratify.min-cases = %d%n",
          questions, config.minCases());
      return Counts.of("cases placed", 0).and("cases too few for topics", questions);
    }
    Dataset<Row> rows =
        new CaseTexts(run, model)
            .embedded(open)
            .withColumnRenamed("case_id", "chunk_id")
            .transform(Kept::cut);
    String settings =
        Hashes.sha256(
            "questions",
            model,
            config.fitted(),
            Long.toString(run.config().run().seed()),
            Version.current());
    String fingerprint = fingerprint(rows, settings);
    boolean fitted =
        StoredFit.row(run, model).filter(row -> row.getAs("settings").equals(settings)).isPresent();
    if (fitted && current(rows.count(), fingerprint)) {
      return Counts.of("cases placed", 0);
    }
    ClusteringFit fitting = new ClusteringFit(config, run.config().run().seed());
    Fit fit = fitting.fit(rows.select("chunk_id", "vector"));
    Dataset<Row> labelled =
        StratumRows.placed(
            rows.select("chunk_id", "vector"),
            fit.clustering(),
            StratumRows.Drawn.of(run.config().run().seed(), config.mapPoints(), rows.count()));
    int next = StoredFit.row(run, model).map(r -> r.<Integer>getAs("next_stratum_id")).orElse(0);
    SortedMap<Integer, Integer> numbers = StratumRows.numbers(labelled, before(), next);
    Dataset<Row> placed = StratumRows.numbered(labelled, numbers).transform(Kept::cut);
    Topics.Found topics = topics(rows, placed, fitting);
    int unused = Math.max(next, numbers.values().stream().mapToInt(n -> n + 1).max().orElse(0));
    write(placed, topics, fingerprint);
    new StoredFit(settings, rows.count(), unused, numbers, fit.clustering())
        .write(run, model, fit, topics.coherence());
    return Counts.of("cases placed", placed.count())
        .and("strata", topics.strata())
        .and("noise cases", topics.noise());
  }

  private Dataset<Row> before() {
    return run.store()
        .read(Tables.CASE_STRATA)
        .where(col("model").equalTo(model).and(col("placed_by").equalTo("questions")))
        .select(col("case_id").as("chunk_id"), col("stratum_id"));
  }

  private Topics.Found topics(Dataset<Row> rows, Dataset<Row> placed, ClusteringFit fitting) {
    Topics.Found found =
        new Topics(run.config().stratify(), model).of(placed, fitting.texts(rows, placed));
    Optional<String> endpoint = run.config().stratify().labels().endpoint();
    List<Row> named =
        endpoint
            .map(one -> new TopicNames(run, one).of(found.rows(), rows).rows())
            .orElse(found.rows());
    return new Topics.Found(named, found.coherence());
  }

  private void write(Dataset<Row> placed, Topics.Found topics, String fingerprint) {
    // As with chunks: should the run end before the new fit is written, none is better.
    run.store().deleteWhere(Tables.STRATUM_FITS, col("model").equalTo(model));
    Object[] numbers = topics.rows().stream().map(row -> row.getAs("stratum_id")).toArray();
    run.store()
        .merge(Tables.TOPICS, run.spark().createDataFrame(topics.rows(), Tables.TOPICS.schema()));
    run.store()
        .deleteWhere(
            Tables.TOPICS, col("model").equalTo(model).and(not(col("stratum_id").isin(numbers))));
    CaseStrata.replace(
        run,
        placed
            .withColumnRenamed("chunk_id", "case_id")
            .withColumn("model", lit(model))
            .withColumn("placed_by", lit("questions"))
            .withColumn("fingerprint", lit(fingerprint)));
  }

  private String fingerprint(Dataset<Row> rows, String settings) {
    Row digest =
        rows.agg(count(lit(1)).as("n"), bit_xor(xxhash64(col("chunk_id"), col("text"))).as("hash"))
            .head();
    return Hashes.sha256(
        settings,
        run.config().stratify().labels().endpoint().orElse("") + TopicNames.files(run.config()),
        digest.getAs("n") + ":" + digest.getAs("hash"));
  }

  private boolean current(long cases, String fingerprint) {
    Row stored =
        run.store()
            .read(Tables.CASE_STRATA)
            .agg(
                count(lit(1)).as("n"),
                count(when(col("fingerprint").equalTo(fingerprint), lit(1))).as("own"))
            .head();
    return stored.<Long>getAs("n") == cases && stored.<Long>getAs("own") == cases;
  }
}
