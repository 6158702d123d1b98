package dev.assay.jobs.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Hashes;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.sampling.Neighbours.Anchor;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NearestTextsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final StructType TEXT =
      StructType.fromDDL("chunk_id STRING, text_hash STRING, stratum_id INT");
  private static final int CHUNKS = 120;

  @TempDir Path dir;

  @Test
  void areTheSameWhetherStrataAreBroughtToVectorsOrVectorsToStrata() {
    Run run = TestRun.of(dir, "sample");
    ArrayList<Anchor> anchors = embedded(run);
    Neighbours neighbours = new Neighbours(anchors, 5);
    Dataset<Row> texts = texts(false);
    List<Row> joined = new NearestTexts(run, texts, CHUNKS).of(neighbours);
    assertThat(joined).hasSize(anchors.size() * 2 * 5);
    assertThat(joined)
        .as("a vector of a question is of no chunk")
        .noneMatch(row -> row.getAs("text_hash").equals(Hashes.sha256("question")));
    assertThat(new NearestTexts(run, texts, 0).of(neighbours))
        .containsExactlyInAnyOrderElementsOf(joined);
  }

  @Test
  void aTextInTwoStrataIsANeighbourInBoth() {
    Run run = TestRun.of(dir, "sample");
    Neighbours neighbours = new Neighbours(embedded(run), 5);
    List<Row> found = new NearestTexts(run, texts(true), 0).of(neighbours);
    assertThat(found)
        .filteredOn(
            row ->
                row.getAs("text_hash").equals(hash(1))
                    && neighbours.anchors().get(row.<Integer>getAs(0)).chunkId().equals("c2"))
        .extracting(row -> row.<Boolean>getAs("inside"))
        .containsExactlyInAnyOrder(true, false);
  }

  @Test
  void strataAreThoseOfTheTexts() {
    for (long most : new long[] {CHUNKS / 2, CHUNKS}) {
      TextStrata strata = TextStrata.of(texts(false), CHUNKS, most).orElseThrow();
      for (int i = 0; i < CHUNKS; i++) {
        assertThat(strata.stratum(hash(i))).isEqualTo(stratum(i));
      }
      assertThat(strata.stratum(Hashes.sha256("question"))).isEqualTo(TextStrata.NONE);
    }
    assertThat(TextStrata.of(texts(true), CHUNKS + 1, CHUNKS + 1))
        .as("one in two strata")
        .isEmpty();
    assertThat(TextStrata.of(texts(false), CHUNKS, CHUNKS / 2 - 1)).as("too many").isEmpty();
    assertThat(TextStrata.of(texts(false).limit(0), 0, CHUNKS).orElseThrow().stratum(hash(3)))
        .isEqualTo(TextStrata.NONE);
  }

  /** Every other text is one of two chunks; with {@code both}, text 1 is in stratum 0 as well. */
  private static Dataset<Row> texts(boolean both) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < CHUNKS; i++) {
      rows.add(RowFactory.create("c" + i, hash(i), stratum(i)));
    }
    if (both) {
      rows.add(RowFactory.create("c" + CHUNKS, hash(1), 1 - stratum(1)));
    }
    return SPARK.createDataFrame(rows, TEXT).repartition(3);
  }

  private static int stratum(int chunk) {
    return chunk / 2 % 3;
  }

  private static String hash(int chunk) {
    return Hashes.sha256("t" + chunk / 2);
  }

  /** Vectors of the texts and of a question; the first 20 chunks are the anchors. */
  private static ArrayList<Anchor> embedded(Run run) {
    String model = ModelSettings.embedderId(run.config().models());
    Random random = new Random(3);
    List<Row> vectors = new ArrayList<>();
    ArrayList<Anchor> anchors = new ArrayList<>();
    for (int i = 0; i < CHUNKS; i += 2) {
      double angle = i < 4 ? 0 : random.nextDouble() * Math.PI;
      float[] vector = {(float) Math.cos(angle), (float) Math.sin(angle)};
      vectors.add(RowFactory.create(hash(i), model, List.of(vector[0], vector[1]), 1, false));
      if (i < 20) {
        anchors.add(new Anchor("c" + i, stratum(i), hash(i), vector));
      }
    }
    vectors.add(RowFactory.create(Hashes.sha256("question"), model, List.of(1f, 0f), 1, false));
    run.store()
        .append(Tables.EMBEDDINGS, SPARK.createDataFrame(vectors, Tables.EMBEDDINGS.schema()));
    anchors.sort(Comparator.comparingInt(Anchor::stratum));
    return anchors;
  }
}
