package dev.assay.evaluators.similarity;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Texts on a line: {@code at(3)} is a sentence at position 3, and the cosine of the sentences at p
 * and q is exactly 1 − |p − q| / 8. A sentence has 5 words, so 7 tokens.
 */
public final class LineTexts {

  private static final List<String> NAMES =
      List.of(
          "zero",
          "one",
          "two",
          "three",
          "four",
          "five",
          "six",
          "seven",
          "eight",
          "nine",
          "ten",
          "eleven",
          "twelve",
          "thirteen",
          "fourteen",
          "fifteen",
          "sixteen");

  private LineTexts() {}

  /** One sentence for each position. */
  public static String at(int... positions) {
    return Arrays.stream(positions)
        .mapToObj(p -> "This sentence stands at " + NAMES.get(p) + ".")
        .collect(Collectors.joining(" "));
  }

  public static FakeEmbedder embedder() {
    return embedder(Map.of());
  }

  /** With positions for further texts. */
  public static FakeEmbedder embedder(Map<String, Integer> further) {
    Map<String, Integer> positions = new LinkedHashMap<>(further);
    for (int p = 0; p < NAMES.size(); p++) {
      positions.put(at(p), p);
    }
    return FakeEmbedder.onLine(positions);
  }

  static Outcome score(RowEvaluator evaluator, Example example) {
    return evaluator.score(List.of(example), FakeModels.with(embedder())).get(0);
  }

  public static double value(Outcome outcome, String metric) {
    Measure measure = outcome.measures().get(metric);
    if (measure instanceof Measure.Value value) {
      return value.value();
    }
    throw new AssertionError(metric + " is " + measure);
  }
}
