package dev.assay.jobs.strata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Hashes;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.sampling.Sample;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of strata when the corpus changes. */
@Tag("slow")
class StratifyAgainTest {
  private static final String[] SETTINGS = {
    "stratify.min-k=2", "stratify.max-k=5", "stratify.replicates=3"
  };

  @TempDir Path dir;

  @Test
  void knownTopicsJoinNewOnesAddAStratumAndNumbersStay() {
    Run run = TestRun.of(dir, "stratify", SETTINGS);
    add(run, ClusteringFitTest.groups(0, 3, 40).stream().filter(r -> !joins(r)).toList());
    Counts first = new Stratify().run(run);
    assertThat(first.values()).containsEntry("refits", 1L).containsEntry("strata", 3L);
    Map<String, Integer> before = strata(run);
    Row fit = fit(run);
    assertThat(fit.<Double>getAs("silhouette")).isGreaterThan(0.5);
    assertThat(fit.<Double>getAs("stability")).isGreaterThan(0.9);
    assertThat(fit.<Double>getAs("noise_share")).isZero();

    List<Row> known = ClusteringFitTest.groups(0, 3, 40).stream().filter(r -> joins(r)).toList();
    add(run, known);
    Counts joined = new Stratify().run(run);
    assertThat(joined.values())
        .containsEntry("refits", 0L)
        .containsEntry("chunks placed", (long) known.size());
    Map<String, Integer> after = strata(run);
    assertThat(after).containsAllEntriesOf(before).hasSize(120);
    known.forEach(
        row ->
            assertThat(after.get(row.getString(0)))
                .isEqualTo(before.get(row.getString(0).replaceAll("-\\d+$", "-0"))));
    assertThat(new Stratify().run(run).values()).containsEntry("chunks placed", 0L);
    assertThat(sizes(run).values()).containsOnly(40L);

    add(run, ClusteringFitTest.groups(4, 1, 20));
    Counts more = new Stratify().run(run);
    assertThat(more.values()).containsEntry("refits", 1L).containsEntry("strata", 4L);
    Map<String, Integer> last = strata(run);
    assertThat(last).containsAllEntriesOf(after);
    assertThat(last.get("chunk-4-0")).isEqualTo(3);

    // A topic that is taken out of the corpus takes its number with it: the next new one is 4.
    int gone = last.get("chunk-1-0");
    run.store().deleteWhere(Tables.CHUNKS, functions.col("chunk_id").startsWith("chunk-1-"));
    add(run, ClusteringFitTest.groups(5, 1, 30));
    new Stratify().run(run);
    Map<String, Integer> latest = strata(run);
    assertThat(latest.values()).doesNotContain(gone);
    assertThat(latest.get("chunk-5-0")).isEqualTo(4);
    assertThat(latest.get("chunk-4-0")).isEqualTo(3);
    assertThat(sizes(run).keySet()).isEqualTo(new TreeSet<>(latest.values()));
  }

  @Test
  void densityMethodsKeepNoiseAsAStratumOfItsOwn() {
    Run run =
        TestRun.of(
            dir,
            "stratify",
            "stratify.clustering=hdbscan",
            "stratify.reduction=umap",
            "stratify.dimensions=3",
            "stratify.replicates=2",
            "stratify.min-cluster-size=8");
    List<Row> rows = new ArrayList<>(ClusteringFitTest.groups(0, 2, 30));
    rows.addAll(ClusteringFitTest.groups(3, 1, 3));
    add(run, rows);
    Counts counts = new Stratify().run(run);
    assertThat(strata(run)).hasSize(63);
    assertThat(counts.values().get("strata")).isGreaterThanOrEqualTo(2);
    assertThat(sizes(run).getOrDefault(-1, 0L)).isEqualTo(counts.values().get("noise chunks"));
  }

  @Test
  void aCorpusThatIsAllNoiseHasOneStratum() {
    Run run = TestRun.of(dir, "stratify", "stratify.clustering=dbscan", "stratify.eps=0.000001");
    add(run, ClusteringFitTest.groups(0, 3, 4));
    Counts counts = new Stratify().run(run);
    assertThat(counts.values()).containsEntry("strata", 0L).containsEntry("noise chunks", 12L);
    assertThat(sizes(run)).isEqualTo(Map.of(-1, 12L));
    assertThat(fit(run).<Double>getAs("noise_share")).isEqualTo(1.0);
    assertThat(new Sample().run(run).values().get("chunks drawn")).isEqualTo(12L);
  }

  /** Every tenth chunk comes later. */
  private static boolean joins(Row row) {
    return row.getString(0).endsWith("7");
  }

  private static Map<String, Integer> strata(Run run) {
    Map<String, Integer> strata = new TreeMap<>();
    run.store()
        .read(Tables.STRATA)
        .collectAsList()
        .forEach(row -> strata.put(row.getAs("chunk_id"), row.getAs("stratum_id")));
    return strata;
  }

  private static Map<Integer, Long> sizes(Run run) {
    return run.store().read(Tables.TOPICS).collectAsList().stream()
        .collect(
            Collectors.toMap(
                row -> row.<Integer>getAs("stratum_id"),
                row -> row.<Long>getAs("size"),
                Long::sum,
                TreeMap::new));
  }

  private static Row fit(Run run) {
    return run.store().read(Tables.STRATUM_FITS).head();
  }

  private static void add(Run run, List<Row> points) {
    String model = ModelSettings.embedderId(run.config().models());
    List<Row> chunks = new ArrayList<>();
    List<Row> vectors = new ArrayList<>();
    for (Row point : points) {
      String text = "Topic " + point.getString(0).charAt(6) + " is in " + point.getString(0);
      chunks.add(RowFactory.create(point.get(0), "doc", 0, 0, text.length(), text, 9, 1));
      vectors.add(RowFactory.create(Hashes.sha256(text), model, point.get(1), 11, false));
    }
    var spark = SharedSpark.session();
    run.store().append(Tables.CHUNKS, spark.createDataFrame(chunks, Tables.CHUNKS.schema()));
    run.store()
        .append(Tables.EMBEDDINGS, spark.createDataFrame(vectors, Tables.EMBEDDINGS.schema()));
  }
}
