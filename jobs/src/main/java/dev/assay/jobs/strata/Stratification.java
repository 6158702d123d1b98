package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.max;

import dev.assay.jobs.corpus.Corpora;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Places chunks in strata: new ones in those there are, or all of them by a new fit.
 *
 * @param settings hash of what a fit depends on beside the chunks
 */
record Stratification(Run run, String model, String settings) {
  /** A corpus that has grown or shrunk by more than this factor is fitted anew. */
  private static final long FACTOR = 2;

  /**
   * All chunks with their strata.
   *
   * @param rows chunk_id, stratum_id, distance, x, y
   * @param fresh how many of them were placed now
   * @param fit where there was a new one
   */
  record Placed(Dataset<Row> rows, long fresh, StoredFit stored, Optional<Fit> fit) {}

  /** The stored fit, where {@code rows} (chunk_id, text_hash) may join it. */
  Optional<StoredFit> joinable(Dataset<Row> rows) {
    if (run.config().stratify().refit().equals("always")) {
      return Optional.empty();
    }
    return StoredFit.row(run, model)
        .filter(row -> row.getAs("settings").equals(settings))
        .flatMap(StoredFit::of)
        .filter(stored -> !drifted(rows, stored));
  }

  private boolean drifted(Dataset<Row> rows, StoredFit stored) {
    long chunks = rows.count();
    if (chunks > FACTOR * stored.chunks() || FACTOR * chunks < stored.chunks()) {
      System.err.printf(
          "stratify: strata are fitted anew: %d chunks, %d at the last fit%n",
          chunks, stored.chunks());
      return true;
    }
    Familiar familiar = stored.clustering().familiar();
    double share = (double) new Vectors(run, rows).far(familiar) / chunks;
    boolean drifted = share > run.config().stratify().maxFarShare();
    if (drifted) {
      System.err.printf(
          Locale.ROOT,
          "stratify: strata are fitted anew: a share of %.3f of the chunks is far from all%n",
          share);
    }
    return drifted;
  }

  /** Chunks that have a stratum keep it; the others join the stratum that the fit says. */
  Placed join(Dataset<Row> rows, StoredFit stored) {
    Dataset<Row> known = before().join(rows.select("chunk_id"), "chunk_id").transform(Kept::cut);
    Dataset<Row> others =
        rows.join(known, RunCoverage.on(List.of("chunk_id")), "left_anti").transform(Kept::cut);
    Dataset<Row> placed = new Vectors(run, others).placed(stored.clustering(), drawn(rows));
    Dataset<Row> fresh = StratumRows.numbered(placed, stored.numbers());
    return new Placed(known.unionByName(fresh), placed.count(), stored, Optional.empty());
  }

  /** A new fit; strata that it finds again keep their numbers. */
  Placed refit(Dataset<Row> rows) {
    Fit fit =
        new ClusteringFit(run.config().stratify(), run.config().run().seed())
            .fit(rows, Corpora.vectors(run));
    Dataset<Row> placed = new Vectors(run, rows).placed(fit.clustering(), drawn(rows));
    int next = next();
    SortedMap<Integer, Integer> numbers =
        StratumRows.numbers(placed, before().select("chunk_id", "stratum_id"), next);
    int unused = Math.max(next, numbers.values().stream().mapToInt(n -> n + 1).max().orElse(0));
    long chunks = placed.count();
    StoredFit stored = new StoredFit(settings, chunks, unused, numbers, fit.clustering());
    return new Placed(StratumRows.numbered(placed, numbers), chunks, stored, Optional.of(fit));
  }

  private StratumRows.Drawn drawn(Dataset<Row> rows) {
    return StratumRows.Drawn.of(
        run.config().run().seed(), run.config().stratify().mapPoints(), rows.count());
  }

  private Dataset<Row> before() {
    return run.store()
        .read(Tables.STRATA)
        .where(col("model").equalTo(model))
        .select("chunk_id", "distance", "x", "y", "stratum_id");
  }

  /** The first stratum number that was never used for this model. */
  private int next() {
    Optional<Integer> stored =
        StoredFit.row(run, model).map(row -> row.<Integer>getAs("next_stratum_id"));
    Optional<Integer> largest =
        RowValues.optional(before().agg(max("stratum_id").as("largest")).head(), "largest");
    return Math.max(stored.orElse(0), largest.map(id -> id + 1).orElse(0));
  }
}
