package dev.assay.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.TokenCosines;
import dev.assay.model.TokenVectors;
import java.util.List;
import org.junit.jupiter.api.Test;

class PremiseTest {

  @Test
  void fragmentDensityIsTheRootOfSquaredRuns() {
    Premise premise = premise("the fee is eight dollars a month", "cards are free");
    // a copy: √(4²) / 4
    assertThat(density(premise, "fee is eight dollars")).isEqualTo(1);
    // runs "the fee" and "cards are free": √(2² + 3²) / 6, "all" in neither
    assertThat(density(premise, "the fee all cards are free"))
        .isCloseTo(Math.sqrt(13) / 6, within(1e-12));
    // no run goes from one passage into the next
    assertThat(density(premise, "month cards")).isCloseTo(Math.sqrt(2) / 2, within(1e-12));
    assertThat(density(premise, "nothing shared")).isZero();
    assertThat(density(premise, "")).isZero();
  }

  @Test
  void alignmentIsTheWorstOfTheBestCosines() {
    // Unit vectors of the plane by angle: cosines of 0°, 60° and 90°.
    TokenVectors sentence = vectors(0, 90);
    Premise premise =
        new Premise(
            List.of(line(0, "one", vectors(60)), line(0, "two", vectors(0, 30))),
            List.of(ParsedText.of("one two")),
            TokenCosines::inJava);
    Premise.Alignment found = premise.align(sentence).orElseThrow();
    // token 0°: best 0° in line two, 1; token 90°: best 60° in line one, cos 30°
    assertThat(found.lowest()).isCloseTo(Math.cos(Math.PI / 6), within(1e-6));
    assertThat(found.mean()).isCloseTo((1 + Math.cos(Math.PI / 6)) / 2, within(1e-6));
    // line one alone: cos 60° + cos 30° = 1.366; line two: 1 + cos 60° = 1.5
    assertThat(found.best()).isEqualTo(1);
    assertThat(found.closeness()).isCloseTo(1.5 / 2, within(1e-6));
    assertThat(premise.align(vectors())).isEmpty();
  }

  @Test
  void ofTwoLinesThatSayTheSameTheFirstIsFoundWhateverTheLastBitsAre() {
    List<Premise.Line> lines =
        List.of(line(0, "a", vectors(80)), line(0, "b", vectors(0)), line(1, "b", vectors(0)));
    float[] bits = {.17f, .99999994f, 1};
    Premise premise =
        new Premise(
            lines,
            List.of(ParsedText.of("a b"), ParsedText.of("b")),
            (text, others) -> new float[][] {{bits[0]}, {bits[1]}, {bits[2]}});
    Premise.Alignment found = premise.align(vectors(0)).orElseThrow();
    assertThat(found.best()).isEqualTo(1);
    assertThat(found.closeness()).isEqualTo(1);
  }

  @Test
  void aNegationOrAnOppositeCountsOnlyAgainstALineThatSaysNearlyTheSame() {
    // cos 30° = .87 is nearly the same, cos 60° = .5 is not.
    for (int degrees : new int[] {30, 60}) {
      Premise premise =
          new Premise(
              List.of(line(0, "The fee may increase", vectors(0))),
              List.of(ParsedText.of("The fee may increase")),
              TokenCosines::inJava);
      for (String turned : List.of("The fee may not increase", "The fee may decrease")) {
        FeatureComparison comparison =
            FeatureComparison.of(ParsedText.of(turned), vectors(degrees), premise);
        boolean negation = turned.contains("not");
        Feature feature = negation ? Feature.NEGATION_XOR : Feature.ANTONYM;
        assertThat(comparison.values()[feature.ordinal()])
            .as("%s at %s°", turned, degrees)
            .isEqualTo(degrees == 30 ? 1 : 0);
        String flag = negation ? "negation" : "antonym";
        assertThat(comparison.flags().contains(flag)).isEqualTo(degrees == 30);
      }
    }
  }

  private static Premise.Line line(int passage, String text, TokenVectors vectors) {
    return new Premise.Line(
        passage, text, ParsedText.of(text), new ContentVectors.Content(vectors, false));
  }

  private static TokenVectors vectors(int... degrees) {
    float[] values = new float[2 * degrees.length];
    for (int i = 0; i < degrees.length; i++) {
      values[2 * i] = (float) Math.cos(Math.toRadians(degrees[i]));
      values[2 * i + 1] = (float) Math.sin(Math.toRadians(degrees[i]));
    }
    return new TokenVectors(values, 2, new int[degrees.length], new int[degrees.length]);
  }

  private static double density(Premise premise, String sentence) {
    return premise.fragmentDensity(ParsedText.of(sentence).words());
  }

  private static Premise premise(String... passages) {
    return new Premise(
        List.of(), List.of(passages).stream().map(ParsedText::of).toList(), TokenCosines::inJava);
  }
}
