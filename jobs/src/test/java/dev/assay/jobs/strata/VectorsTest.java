package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Hashes;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorsTest {
  private static final StructType CHUNK = StructType.fromDDL("chunk_id STRING, text_hash STRING");

  @TempDir Path dir;

  @Test
  void aChunkHasThePlaceOfItsVectorWhetherItIsTakenForTheTextOrForTheChunk() {
    Run run = TestRun.of(dir, "stratify", "stratify.min-k=2", "stratify.max-k=3");
    Dataset<Row> chunks = embedded(run);
    Fit fit =
        new ClusteringFit(run.config().stratify(), 1)
            .fit(chunks, run.store().read(Tables.EMBEDDINGS));
    StratumRows.Drawn some = StratumRows.Drawn.of(1, 45, 90);
    List<Row> joined = rows(new Vectors(run, chunks, 90).placed(fit.clustering(), some));
    assertThat(joined).hasSize(90);
    long onMap = joined.stream().filter(row -> !row.isNullAt(3)).count();
    assertThat(onMap).isBetween(20L, 70L);
    assertThat(joined.stream().filter(row -> !row.isNullAt(3)))
        .allMatch(row -> some.test(row.getAs("chunk_id")));
    assertThat(rows(new Vectors(run, chunks, 0).placed(fit.clustering(), some))).isEqualTo(joined);
    StratumRows.Drawn all = new StratumRows.Every();
    assertThat(rows(new Vectors(run, chunks, 0).placed(fit.clustering(), all)))
        .isEqualTo(rows(new Vectors(run, chunks, 90).placed(fit.clustering(), all)))
        .noneMatch(row -> row.isNullAt(3));
  }

  @Test
  void farAreChunksAndNoQuestions() {
    Run run = TestRun.of(dir, "stratify");
    Dataset<Row> chunks = embedded(run);
    Familiar none = new Familiar(new float[][] {{0, 0, 0, 0, 0, -1}}, 0.9);
    Familiar all = new Familiar(new float[][] {{1, 1, 1, 0, 0, 0}}, 0.5);
    assertThat(new Vectors(run, chunks).far(none)).as("two chunks a text").isEqualTo(90);
    assertThat(new Vectors(run, chunks).far(all)).isZero();
  }

  private static List<Row> rows(Dataset<Row> placed) {
    return placed.orderBy(col("chunk_id")).collectAsList();
  }

  /** Three groups of fifteen texts, each of two chunks, and a question that no chunk has. */
  private static Dataset<Row> embedded(Run run) {
    String model = ModelSettings.embedderId(run.config().models());
    List<Row> chunks = new ArrayList<>();
    List<Row> vectors = new ArrayList<>();
    List<Row> points = ClusteringFitTest.groups(3, 15);
    for (Row point : points) {
      String hash = Hashes.sha256(point.getString(0));
      chunks.add(RowFactory.create(point.getString(0), hash));
      chunks.add(RowFactory.create(point.getString(0) + "-copy", hash));
      vectors.add(RowFactory.create(hash, model, point.get(1), 1, false));
    }
    vectors.add(
        RowFactory.create(
            Hashes.sha256("question"), model, List.of(0f, 0f, 0f, 0f, 0f, 1f), 1, false));
    var spark = SharedSpark.session();
    run.store()
        .append(Tables.EMBEDDINGS, spark.createDataFrame(vectors, Tables.EMBEDDINGS.schema()));
    return spark.createDataFrame(chunks, CHUNK);
  }
}
