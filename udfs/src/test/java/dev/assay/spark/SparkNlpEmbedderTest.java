package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.Embedding;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.Pooling;
import dev.assay.spark.models.ExecutorModels;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SparkNlpEmbedderTest {
  private static final ModelSpec SPEC = ModelSpec.bgeSmall().withEngine(ModelSpec.SPARK_NLP);

  @Test
  void agreesWithOurs() {
    List<String> texts = new ArrayList<>(TextEmbedderTest.texts(40));
    texts.add("Überweisungen in die Schweiz kosten 5 €, 12.50% p.a.; see § 1002.9(a)(1)(i).");
    texts.add("clause, as amended; ".repeat(200));
    List<Row> rows =
        new TextEmbedder().setSpec(SPEC).transform(TextEmbedderTest.rows(texts)).collectAsList();
    List<Embedding> ours = ExecutorModels.embedder(ModelSpec.bgeSmall()).embed(texts);
    assertThat(rows).hasSameSizeAs(texts);
    for (int i = 0; i < texts.size(); i++) {
      Row row = rows.get(i);
      assertThat(row.getString(0)).isEqualTo(texts.get(i));
      List<Float> theirs = row.getList(1);
      for (int d = 0; d < 384; d++) {
        assertThat(theirs.get(d))
            .as(texts.get(i))
            .isCloseTo(ours.get(i).vector()[d], within(1e-5f));
      }
      assertThat(row.getInt(2)).isEqualTo(ours.get(i).tokens());
      assertThat(row.getBoolean(3)).isEqualTo(ours.get(i).truncated());
    }
  }

  @Test
  void refusesVectorsThatAreNotNormalised() {
    ModelSpec raw = new ModelSpec("spark-nlp", SPEC.source(), Pooling.CLS, false, 512, 8, "cpu");
    assertThatThrownBy(() -> new SparkNlpEmbedder(raw)).hasMessageContaining("unit length");
  }
}
