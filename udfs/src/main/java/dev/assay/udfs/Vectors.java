package dev.assay.udfs;

import dev.assay.model.Embedding;
import java.util.List;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/** Vectors and lists of texts as SQL gives them. */
final class Vectors {
  private Vectors() {}

  /** The texts; a NULL among them counts as empty text. */
  static List<String> texts(Seq<String> texts) {
    return JavaConverters.seqAsJavaList(texts).stream()
        .map(text -> text == null ? "" : text)
        .toList();
  }

  /** Cosine; NULL for a zero vector, an error for vectors of two lengths. */
  static Double cosine(Seq<Number> a, Seq<Number> b) {
    if (a.size() != b.size()) {
      throw new IllegalArgumentException(
          "assay_cosine: vectors of %d and %d dimensions".formatted(a.size(), b.size()));
    }
    double product = 0;
    double left = 0;
    double right = 0;
    for (int i = 0; i < a.size(); i++) {
      double x = a.apply(i).doubleValue();
      double y = b.apply(i).doubleValue();
      product += x * y;
      left += x * x;
      right += y * y;
    }
    return left == 0 || right == 0 ? null : (Double) (product / Math.sqrt(left * right));
  }

  static double[][] cosines(List<Embedding> rows, List<Embedding> columns) {
    return rows.stream()
        .map(row -> columns.stream().mapToDouble(row::cosine).toArray())
        .toArray(double[][]::new);
  }

  static double[][] distances(List<Embedding> rows, List<Embedding> columns) {
    return rows.stream()
        .map(row -> columns.stream().mapToDouble(column -> 1 - row.cosine(column)).toArray())
        .toArray(double[][]::new);
  }
}
