package dev.assay.evaluators.similarity;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What BERTScore gives texts that have nothing to do with each other, which depends on the model
 * and the language: a score x is rescaled to (x − b) / (1 − b), as the package bert-score does.
 *
 * @param precision below 1, as the others
 */
public record Baseline(double precision, double recall, double f1) implements Serializable {
  /** None: scores are cosines. */
  public static final Baseline NONE = new Baseline(0, 0, 0);

  public Baseline {
    for (double value : new double[] {precision, recall, f1}) {
      if (!(value >= -1 && value < 1)) {
        throw new IllegalArgumentException("a baseline must lie in [-1, 1), got " + value);
      }
    }
  }

  /**
   * The baseline of {@code text}: {@code none}; three numbers, of precision, recall and F1; or a
   * file as bert-score has them ({@code LAYER,P,R,F}), of which the last row counts, or, with
   * {@code #N} behind its path, that of layer N.
   */
  public static Baseline of(String text) {
    if (text.equals("none")) {
      return NONE;
    }
    if (text.matches("[-+.eE0-9\\s]+(,[-+.eE0-9\\s]+){2}")) {
      return row(List.of(text.split(",")), text);
    }
    int hash = text.lastIndexOf('#');
    String path = hash < 0 ? text : text.substring(0, hash);
    List<List<String>> rows;
    try {
      rows =
          Files.readAllLines(Path.of(path)).stream()
              .skip(1)
              .filter(line -> !line.isBlank())
              .map(line -> Arrays.stream(line.split("[,\t]")).map(String::strip).toList())
              .toList();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "neither none, nor three numbers, nor a file that can be read: " + e, e);
    }
    List<String> chosen =
        rows.stream()
            .filter(row -> hash < 0 || row.get(0).equals(text.substring(hash + 1)))
            .reduce((before, row) -> row)
            .orElseThrow(() -> new IllegalArgumentException("no row for " + text));
    return row(chosen.subList(1, chosen.size()), text);
  }

  private static Baseline row(List<String> numbers, String text) {
    if (numbers.size() != 3) {
      throw new IllegalArgumentException("rows LAYER,P,R,F, or P,R,F, are wanted in " + text);
    }
    try {
      double[] values = numbers.stream().mapToDouble(Double::parseDouble).toArray();
      return new Baseline(values[0], values[1], values[2]);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("no number in " + numbers + " of " + text, e);
    }
  }

  static double rescaled(double score, double baseline) {
    return (score - baseline) / (1 - baseline);
  }

  /** For provenance and the catalogue. */
  @Override
  public String toString() {
    return equals(NONE) ? "none" : precision + "," + recall + "," + f1;
  }
}
