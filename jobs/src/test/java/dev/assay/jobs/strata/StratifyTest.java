package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Hashes;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.sampling.Sample;
import dev.assay.jobs.sampling.SampleDesign;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StratifyTest {
  private static final String[] TEXTS = {
    "The debit card has a daily limit number %d.",
    "A mortgage loan is repaid in month %d.",
    "Privacy notices are mailed to customer %d."
  };

  @TempDir Path dir;

  @Test
  void strataAreLabelledSampledAndNotMadeTwice() {
    Run run = TestRun.of(dir, "stratify", "stratify.min-k=2", "stratify.max-k=4", "sample.size=9");
    embedded(run, 12);

    assertThat(new Stratify().run(run).values()).containsEntry("strata", 3L);
    List<Row> topics = run.store().read(Tables.TOPICS).orderBy(col("stratum_id")).collectAsList();
    assertThat(topics).extracting(row -> row.<Long>getAs("size")).containsExactly(12L, 12L, 12L);
    assertThat(topics)
        .extracting(row -> row.<String>getAs("label"))
        .anyMatch(label -> label.contains("card"))
        .anyMatch(label -> label.contains("loan"))
        .anyMatch(label -> label.contains("privacy"));
    assertThat(topics)
        .allMatch(row -> row.getList(row.fieldIndex("exemplar_chunk_ids")).size() == 3);

    long before = run.store().version(Tables.STRATA);
    assertThat(new Stratify().run(run).values()).containsEntry("chunks placed", 0L);
    assertThat(run.store().version(Tables.STRATA)).isEqualTo(before);

    sampled(run);
  }

  private void sampled(Run run) {
    new Sample().run(run);
    new Sample().run(run);
    List<Row> sample = Sample.stored(run, SampleDesign.of(run).name()).collectAsList();
    // Nine of three strata of twelve: three each, so each chunk had a chance of 3/12.
    assertThat(sample)
        .hasSize(9)
        .allMatch(row -> row.<Double>getAs("inclusion_probability") == 0.25)
        .allMatch(row -> row.<String>getAs("design").equals(SampleDesign.of(run).name()));
    assertThat(sample.stream().mapToDouble(r -> 1 / r.<Double>getAs("inclusion_probability")).sum())
        .isEqualTo(36, within(1e-9));

    Run larger =
        TestRun.of(dir, "sample", "stratify.min-k=2", "stratify.max-k=4", "sample.size=18");
    new Sample().run(larger);
    List<String> drawn =
        run
            .store()
            .read(Tables.SAMPLES)
            .where(col("design").equalTo(SampleDesign.of(larger).name()))
            .collectAsList()
            .stream()
            .map(row -> row.<String>getAs("chunk_id"))
            .toList();
    assertThat(drawn)
        .hasSize(18)
        .containsAll(sample.stream().map(row -> row.<String>getAs("chunk_id")).toList());
  }

  @Test
  void oneChunkIsOneStratumAndItsSample() {
    Run run = TestRun.of(dir, "stratify");
    embedded(run, 0);
    assertThat(new Stratify().run(run).values()).containsEntry("strata", 1L);
    assertThat(new Sample().run(run).values()).containsEntry("chunks drawn", 1L);
  }

  @Test
  void aboutAsManyChunksAsAskedForHaveAPlaceOnTheMapAndAllHaveAStratum() {
    Run all = TestRun.of(dir.resolve("all"), "stratify");
    embedded(all, 40);
    new Stratify().run(all);
    Run some = TestRun.of(dir.resolve("some"), "stratify", "stratify.map-points=30");
    embedded(some, 40);
    assertThat(new Stratify().run(some).values()).containsEntry("chunks placed", 120L);
    Map<String, Row> everyPlace = places(all);
    Map<String, Row> places = places(some);
    assertThat(everyPlace.values()).hasSize(120).noneMatch(row -> row.isNullAt(1));
    assertThat(places.values().stream().filter(row -> !row.isNullAt(1)).count())
        .as("of 120 with a chance of a quarter each, four standard deviations to both sides")
        .isBetween(11L, 49L);
    places.forEach(
        (id, row) -> {
          assertThat(row.isNullAt(2)).as(id).isEqualTo(row.isNullAt(1));
          assertThat(row.getInt(3)).as(id).isEqualTo(everyPlace.get(id).getInt(3));
          if (!row.isNullAt(1)) {
            assertThat(row).as(id).isEqualTo(everyPlace.get(id));
          }
        });
  }

  /** chunk_id, x, y, stratum_id by chunk. */
  private static Map<String, Row> places(Run run) {
    return run
        .store()
        .read(Tables.STRATA)
        .select("chunk_id", "x", "y", "stratum_id")
        .collectAsList()
        .stream()
        .collect(Collectors.toMap(row -> row.getString(0), row -> row));
  }

  @Test
  void withoutStrataOrEmbeddingsItSaysWhatToRunFirst() {
    Run run = TestRun.of(dir, "stratify");
    assertThatThrownBy(() -> new Stratify().run(run)).hasMessageContaining("assay ingest");
    assertThatThrownBy(() -> SampleDesign.of(run).name()).hasMessageContaining("assay stratify");
  }

  /** Three groups of {@code each} chunks; a single chunk for 0. */
  private static void embedded(Run run, int each) {
    String model = ModelSettings.embedderId(run.config().models());
    List<Row> chunks = new ArrayList<>();
    List<Row> vectors = new ArrayList<>();
    List<Row> points = ClusteringFitTest.groups(each == 0 ? 1 : 3, Math.max(each, 1));
    for (int i = 0; i < points.size(); i++) {
      String text = TEXTS[i / Math.max(each, 1)].formatted(i);
      chunks.add(
          RowFactory.create(points.get(i).getString(0), "doc", i, 0, text.length(), text, 9, 1));
      vectors.add(RowFactory.create(Hashes.sha256(text), model, points.get(i).get(1), 11, false));
    }
    var spark = SharedSpark.session();
    run.store().append(Tables.CHUNKS, spark.createDataFrame(chunks, Tables.CHUNKS.schema()));
    run.store()
        .append(Tables.EMBEDDINGS, spark.createDataFrame(vectors, Tables.EMBEDDINGS.schema()));
  }
}
