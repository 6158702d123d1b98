package dev.assay.jobs.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Hashes;
import dev.assay.model.Embedding;
import dev.assay.model.onnx.Inferences;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.TextEmbedder;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.tables.Keys;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;

class LengthTasksTest {
  private static final int FRAME = 10;

  @Test
  void eachTaskHasAboutAsMuchWorkAndTheFirstHasTheLongest() {
    List<String> texts = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 8_000; i++) {
      texts.add(text(i, 20 + (int) (500 * Math.pow(random.nextDouble(), 3))));
    }
    LengthTasks tasks = counted(texts, 2_560);
    double[] work = new double[12];
    TreeMap<Integer, int[]> byLength = new TreeMap<>();
    double all = 0;
    for (String text : texts) {
      int task = tasks.task(text, Hashes.sha256(text), 12);
      work[task] += text.length() + FRAME;
      all += text.length() + FRAME;
      int[] range = byLength.computeIfAbsent(text.length(), none -> new int[] {task, task});
      range[0] = Math.min(range[0], task);
      range[1] = Math.max(range[1], task);
    }
    for (double one : work) {
      assertThat(one).isCloseTo(all / 12, within(all / 12 * 0.05));
    }
    int before = 11;
    for (int[] range : byLength.values()) { // from the shortest on, never back to a later task
      assertThat(range[1]).isLessThanOrEqualTo(before);
      before = range[0];
    }
  }

  @Test
  void textsOfOneLengthAreSharedByAllTasks() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      texts.add(text(i, 60));
    }
    LengthTasks tasks = counted(texts, 2_560);
    int[] counts = new int[4];
    texts.forEach(text -> counts[tasks.task(text, Hashes.sha256(text), 4)]++);
    for (int count : counts) {
      assertThat(count).isBetween(900, 1_100);
    }
  }

  /** Six texts of 40 characters and more, where the model reads 40, are as much as six of 40. */
  @Test
  void whatTheModelDoesNotReadIsNoWork() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      texts.add(text(i, i % 2 == 0 ? 40 : 4_000));
    }
    LengthTasks tasks = counted(texts, 40);
    long first = texts.stream().filter(t -> tasks.task(t, Hashes.sha256(t), 2) == 0).count();
    assertThat(first).isBetween(250L, 350L);
  }

  /**
   * Twenty texts of each of sixteen lengths and batches of sixteen: two runs for each length, and a
   * few more where a task ends within a length. By a hash of the text each of four tasks would have
   * five texts of each length, 64 runs.
   */
  @Test
  void batchesAreFullAndVectorsTheSameInAnyNumberOfTasks() {
    String[] words = {"fee", "card", "bank", "loan", "rate", "cash", "late", "paid"};
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 320; i++) {
      StringBuilder text = new StringBuilder();
      for (int word = 0, left = i; word < 3 + i % 16; word++, left /= 8) {
        text.append(words[left % 8]).append(' ');
      }
      texts.add(text.toString().strip());
    }
    ModelSpec spec = ModelSpec.bgeSmall().withDevice("cpu");
    List<Embedding> expected = ExecutorModels.embedder(spec).embed(texts);
    Map<String, float[]> vectors = new HashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      vectors.put(texts.get(i), expected.get(i).vector());
    }
    assertThat(vectors).hasSize(320);
    Dataset<Row> rows =
        SharedSpark.session()
            .createDataset(texts, Encoders.STRING())
            .toDF("text")
            .withColumn("text_hash", Keys.hash(functions.col("text")));
    LengthTasks tasks = LengthTasks.of(rows, spec.maxLength());
    for (int number : new int[] {1, 4}) {
      Dataset<Row> shared = tasks.share(rows, number);
      assertThat(shared.javaRDD().getNumPartitions()).isEqualTo(number);
      long before = Inferences.runs();
      List<Row> embedded = new TextEmbedder().setSpec(spec).transform(shared).collectAsList();
      assertThat(Inferences.runs() - before).isBetween(32L, 42L);
      assertThat(embedded).hasSize(320);
      for (Row row : embedded) {
        assertThat(RowValues.floats(row, "vector")).isEqualTo(vectors.get(row.getAs("text")));
      }
    }
  }

  private static LengthTasks counted(List<String> texts, int most) {
    long[] counts = new long[most + 1];
    texts.forEach(text -> counts[Math.min(most, text.length())]++);
    return LengthTasks.of(counts);
  }

  private static String text(int number, int length) {
    return (number + " ").repeat(length).substring(0, length);
  }
}
