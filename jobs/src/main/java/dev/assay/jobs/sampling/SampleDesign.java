package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.SampleConfig;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.stats.sampling.Allocation;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The configured design on today's strata.
 *
 * @param config of the sample
 * @param fingerprint of the strata
 * @param sizes chunks of each stratum
 */
public record SampleDesign(
    SampleConfig config, long seed, String fingerprint, SortedMap<Integer, Long> sizes) {

  public static SampleDesign of(Run run) {
    SortedMap<Integer, Long> sizes = new TreeMap<>();
    String fingerprint = "";
    List<Row> rows =
        strata(run)
            .groupBy("fingerprint", "stratum_id")
            .agg(count(lit(1)).as("n"))
            .orderBy("fingerprint")
            .collectAsList();
    for (Row row : rows) {
      fingerprint = row.getAs("fingerprint");
      sizes.put(row.getAs("stratum_id"), row.getAs("n"));
    }
    if (rows.isEmpty() || !rows.get(0).getAs("fingerprint").equals(fingerprint)) {
      throw new StageException(
          "There are no finished strata of model '%s'. Run 'assay stratify' first."
              .formatted(ModelSettings.embedderId(run.config().models())));
    }
    return new SampleDesign(run.config().sample(), run.config().run().seed(), fingerprint, sizes);
  }

  /** The strata of the configured model. */
  public static Dataset<Row> strata(Run run) {
    return run.store()
        .read(Tables.STRATA)
        .where(col("model").equalTo(ModelSettings.embedderId(run.config().models())));
  }

  /** Whether chunks are drawn each on its own, with unequal chances. */
  boolean poisson() {
    return config.design().equals("weighted");
  }

  /**
   * What identifies the sample: design, size, seed, bounds, what the shares follow and the strata,
   * as {@code proportional/120/20260101/1-/…}.
   */
  public String name() {
    String follows =
        poisson()
            ? config.importance()
            : config.design().equals("neyman")
                ? config.pilot().run() + " " + config.pilot().metric()
                : "";
    return "%s/%d/%d/%d-%s/%s%s"
        .formatted(
            config.design(),
            config.size(),
            seed,
            config.minPerStratum(),
            config.maxPerStratum().map(String::valueOf).orElse(""),
            follows.isEmpty() ? "" : follows + "/",
            fingerprint);
  }

  /** What identifies the pairs that go with it. */
  String pairs() {
    SampleConfig.PairsConfig pairs = config.pairs();
    return "pairs %d/%d/%d/%d of %s"
        .formatted(pairs.neighbours(), pairs.inside(), pairs.across(), pairs.chunks(), name());
  }

  /** Chunks of each stratum in the sample, following {@code measures}. */
  SortedMap<Integer, Integer> shares(Map<Integer, Double> measures) {
    return new Allocation(config.minPerStratum(), config.maxPerStratum().orElse(Integer.MAX_VALUE))
        .shares(sizes, measures, config.size());
  }

  /** The shares of a design without importance. */
  SortedMap<Integer, Integer> shares(Run run) {
    return shares(
        switch (config.design()) {
          case "equal" -> Allocation.equal(sizes);
          case "square-root" -> Allocation.squareRoot(sizes);
          case "neyman" -> Allocation.neyman(sizes, new Pilot(run).deviations(sizes));
          default -> Allocation.proportional(sizes);
        });
  }
}
