package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class OverlapProperties {

  @Property
  void swappingTheSidesSwapsPrecisionAndRecall(
      @ForAll("texts") List<List<String>> left, @ForAll("texts") List<List<String>> right) {
    List<String> a = flat(left);
    List<String> b = flat(right);
    for (int n = 1; n <= 2; n++) {
      assertSwapped(RougeScores.ngrams(a, b, n), RougeScores.ngrams(b, a, n));
    }
    assertSwapped(
        RougeScores.longestCommonSubsequence(a, b), RougeScores.longestCommonSubsequence(b, a));
  }

  @Property
  void everyScoreIsAShare(
      @ForAll("texts") List<List<String>> left, @ForAll("texts") List<List<String>> right) {
    List<String> a = flat(left);
    List<String> b = flat(right);
    assertShare(RougeScores.ngrams(a, b, 2).f1());
    assertShare(RougeScores.summary(left, right).precision());
    assertShare(RougeScores.summary(left, right).recall());
    assertShare(RougeScores.longestCommonSubsequence(a, b).f(1.2));
    BleuScores bleu = BleuScores.of(List.of(a), b);
    for (int n = 1; n <= BleuScores.ORDERS; n++) {
      assertShare(bleu.cumulative(n));
      assertShare(bleu.only(n));
    }
  }

  @Property
  void aTextAgreesWithItself(@ForAll("texts") List<List<String>> text) {
    double expected = flat(text).isEmpty() ? 0 : 1;
    assertThat(RougeScores.ngrams(flat(text), flat(text), 1).f1()).isEqualTo(expected);
    assertThat(RougeScores.summary(text, text).f1()).isCloseTo(expected, within(1e-12));
  }

  @Property
  void ofOneSentenceEachTheSummaryScoreIsTheSentenceScore(
      @ForAll("tokens") List<String> a, @ForAll("tokens") List<String> b) {
    assertThat(RougeScores.summary(List.of(a), List.of(b)))
        .isEqualTo(RougeScores.longestCommonSubsequence(a, b));
  }

  @Property
  void aRepeatOccursThatOftenAndFillsItsShare(@ForAll("repetitive") String text) {
    Optional<Repeat> repeat = Repeat.longestOf(text);
    assertThat(repeat.isPresent()).isEqualTo(text.chars().distinct().count() < text.length());
    repeat.ifPresent(
        found -> {
          String rest = text.replace(found.substring(), "");
          assertThat(text.length() - rest.length())
              .isEqualTo(found.count() * found.substring().length());
          assertThat(found.count()).isGreaterThanOrEqualTo(2);
          assertShare(found.share());
        });
  }

  @Provide
  Arbitrary<List<String>> tokens() {
    return Arbitraries.of("a", "b", "c", "d").list().ofMaxSize(12);
  }

  @Provide
  Arbitrary<List<List<String>>> texts() {
    return tokens().list().ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> repetitive() {
    return Arbitraries.strings().withChars("abc ").ofMaxLength(40);
  }

  private static List<String> flat(List<List<String>> sentences) {
    return sentences.stream().flatMap(List::stream).toList();
  }

  private static void assertSwapped(Overlap there, Overlap back) {
    assertThat(back).isEqualTo(new Overlap(there.recall(), there.precision()));
    assertThat(back.f1()).isCloseTo(there.f1(), within(1e-12));
  }

  private static void assertShare(double value) {
    assertThat(value).isBetween(0.0, 1.0 + 1e-12);
  }
}
