package dev.assay.bench;

import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEmbedder;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Recorded answers of two sentences with one that was expected and five passages of eight, for the
 * default evaluators. No text comes twice, or passages do: those of {@link #KNOWN} chunks.
 */
final class ReadAnswers {
  private static final int PASSAGES = 5;
  private static final int SENTENCES = 8;
  private static final int KNOWN = 50;

  /** Sentences of the passages that come again, and behind them those that come once. */
  private List<String> sentences = BenchTexts.generated(2 * KNOWN * SENTENCES);

  private int next = KNOWN * SENTENCES;

  /**
   * Tokens of recorded answers.
   *
   * @param read of all answers, expected answers and passages
   * @param fresh of new passages, and twice those of answers and expected ones, which networks read
   *     as wholes and by sentences
   */
  record Tokens(double read, double fresh) {}

  /** Writes {@code n}, which have not been written before. */
  Tokens write(SparkSession spark, int n, boolean known, String path) {
    List<Row> rows = new ArrayList<>();
    List<String> own = new ArrayList<>();
    List<String> passages = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      String answer = taken(2);
      String expected = taken(1);
      List<String> contexts = new ArrayList<>();
      for (int p = 0; p < PASSAGES; p++) {
        contexts.add(known ? known(next + p) : taken(SENTENCES));
      }
      own.add(answer);
      own.add(expected);
      passages.addAll(contexts);
      String question = "What holds in case " + next + " of the bank?";
      rows.add(RowFactory.create(question, answer, expected, contexts.toArray(String[]::new)));
    }
    spark
        .createDataFrame(
            rows,
            StructType.fromDDL(
                "question STRING, answer STRING, expected_answer STRING, contexts ARRAY<STRING>"))
        .write()
        .parquet(path);
    double some = tokens(own);
    double all = tokens(passages);
    return new Tokens(some + all, 2 * some + (known ? 0 : all));
  }

  private String taken(int n) {
    next += n;
    if (next > sentences.size()) {
      sentences = BenchTexts.generated(2 * next); // begins with those that there were
    }
    return String.join(" ", sentences.subList(next - n, next));
  }

  private String known(int place) {
    int first = Math.floorMod(place * 7, KNOWN) * SENTENCES;
    return String.join(" ", sentences.subList(first, first + SENTENCES));
  }

  private static double tokens(List<String> texts) {
    try (OnnxEmbedder model = new OnnxEmbedder(ModelSpec.bgeSmall())) {
      return model.ids(texts).stream().mapToLong(ids -> ids.length).sum();
    }
  }
}
