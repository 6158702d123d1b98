package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class NgramModelTest {
  private static final NgramModel MODEL =
      new NgramModel(
          "test",
          List.of(
              "The fee is due. The fee is paid. The card is due on Monday. A card is free.",
              "Fees are due monthly and the card is free of charge. The fee is due."));

  @Test
  void probabilitiesSumToOneAfterAnyContext() {
    for (List<String> context :
        List.of(
            List.<String>of(),
            List.of("fee"),
            List.of("the", "fee"),
            List.of("<s>", "<s>"),
            List.of("is", "<unk>"),
            List.of("never", "seen"))) {
      double sum = 0;
      for (String word : MODEL.vocabulary()) {
        double probability = MODEL.probability(context, word);
        assertThat(probability).isPositive();
        sum += probability;
      }
      assertThat(sum).as("after %s", context).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void whatTheTextsSayIsLessSurprisingThanWhatTheyDoNot() {
    List<List<Double>> found =
        MODEL.logProbabilities(List.of("The fee is due.", "Due the is fee.", "", "Zebra quantum."));
    assertThat(sum(found.get(0))).isGreaterThan(sum(found.get(1)));
    assertThat(found.get(0)).hasSize(4);
    assertThat(found.get(2)).isEmpty();
    assertThat(found.get(3)).hasSize(2).allSatisfy(p -> assertThat(p).isFinite().isNegative());
  }

  private static double sum(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }
}
