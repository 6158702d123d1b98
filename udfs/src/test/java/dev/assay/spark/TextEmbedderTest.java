package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.Embedding;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEmbedder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class TextEmbedderTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @ParameterizedTest
  @ValueSource(strings = {ModelSpec.FP32, ModelSpec.INT8})
  void givesTheModelsOwnVectorsInAnyPartitioningAndWindow(String precision) {
    ModelSpec spec = ModelSpec.bgeSmall().withPrecision(precision);
    List<String> texts = texts(90);
    Map<String, Embedding> expected = new HashMap<>();
    try (OnnxEmbedder model = new OnnxEmbedder(spec)) {
      List<Embedding> embeddings = model.embed(texts);
      for (int i = 0; i < texts.size(); i++) {
        expected.put(texts.get(i), embeddings.get(i));
      }
    }
    for (int partitions : new int[] {1, 2, 5}) {
      TextEmbedder embedder = new TextEmbedder().setSpec(spec).setWindow(partitions * 7);
      List<Row> rows = embedder.transform(rows(texts).repartition(partitions)).collectAsList();
      assertThat(rows).hasSize(90);
      for (Row row : rows) {
        Embedding embedding = expected.get(row.getString(0));
        assertThat(vector(row)).isEqualTo(embedding.vector());
        assertThat(row.getInt(2)).isEqualTo(embedding.tokens());
        assertThat(row.getBoolean(3)).isFalse();
      }
    }
  }

  @Test
  void keepsRowsInOrderAndPassesNullThrough() {
    List<String> texts = new ArrayList<>(List.of("a long sentence about fees", "b", ""));
    texts.add(1, null);
    List<Row> rows = new TextEmbedder().transform(rows(texts).coalesce(1)).collectAsList();
    assertThat(rows).extracting(row -> row.getString(0)).isEqualTo(texts);
    assertThat(rows.get(1).isNullAt(1) && rows.get(1).isNullAt(2) && rows.get(1).isNullAt(3))
        .isTrue();
    assertThat(rows.get(3).getInt(2)).isEqualTo(2);
  }

  @Test
  void emptyPartitionsLoadNoModel() {
    ModelSpec missing = ModelSpec.bgeSmall().withSource("bundled:missing");
    Dataset<Row> none = rows(texts(3)).where("text = 'no such text'");
    assertThat(new TextEmbedder().setSpec(missing).transform(none).count()).isZero();
    assertThatThrownBy(() -> new TextEmbedder().setSpec(missing).transform(rows(texts(3))).count())
        .hasStackTraceContaining("no model 'missing'");
  }

  @Test
  void isSavedAndReadInAPipeline(@TempDir Path directory) throws Exception {
    TextEmbedder embedder =
        new TextEmbedder()
            .setSpec(ModelSpec.bgeSmall().withDevice("cpu"))
            .setOutputCol("v")
            .setWindow(64);
    String path = directory.resolve("pipeline").toString();
    new Pipeline().setStages(new PipelineStage[] {embedder}).fit(rows(texts(1))).save(path);
    TextEmbedder read = (TextEmbedder) PipelineModel.load(path).stages()[0];
    assertThat(read.spec()).isEqualTo(embedder.spec());
    assertThat(read.uid()).isEqualTo(embedder.uid());
    assertThat(read.extractParamMap()).hasToString(embedder.extractParamMap().toString());
    assertThat(vector(read.transform(rows(texts(1))).head()))
        .isEqualTo(vector(embedder.transform(rows(texts(1))).head()));
  }

  @Test
  void saysWhichColumnIsMissingOrTaken() {
    Dataset<Row> data = rows(texts(1));
    assertThatThrownBy(() -> new TextEmbedder().setInputCol("body").transform(data))
        .hasMessage("TextEmbedder: no column 'body'. Columns: text");
    assertThatThrownBy(() -> new TextEmbedder().setOutputCol("text").transform(data))
        .hasMessage("TextEmbedder.outputCol: column 'text' is there already");
    assertThatThrownBy(() -> new TextEmbedder().transform(data.selectExpr("1 as text")))
        .hasMessage("TextEmbedder: column 'text' is int, not string");
  }

  public static Dataset<Row> rows(List<String> texts) {
    return SPARK.createDataset(texts, Encoders.STRING()).toDF("text");
  }

  public static List<String> texts(int n) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      texts.add("Paragraph " + i + " " + "of the fee schedule ".repeat(i * 7 % 11));
    }
    return texts;
  }

  private static float[] vector(Row row) {
    List<Float> values = row.getList(1);
    float[] vector = new float[values.size()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = values.get(i);
    }
    return vector;
  }
}
