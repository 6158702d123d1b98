package dev.assay.perturb.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Twin;
import dev.assay.perturb.registry.Perturbators;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EditsTest {
  private static final String QUESTION =
      "What is the maximum amount that a customer of Northgate Bank can send for 25.50 EUR a day,"
          + " and why is it not free?";

  static List<Perturbator> all() {
    return Perturbators.all();
  }

  private static BitSet first(int number) {
    BitSet all = new BitSet();
    all.set(0, number);
    return all;
  }

  private static List<String> described(String origin, String twin, boolean letters) {
    Edits edits = Edits.between(origin, twin, letters);
    return IntStream.range(0, edits.all().size()).mapToObj(edits::described).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void allEditsMakeTheTwinAndNoneTheOrigin(Perturbator one) {
    for (Intensity intensity : Intensity.values()) {
      for (boolean letters : new boolean[] {true, false}) {
        String twin =
            new Chain(List.of(one), intensity)
                .twin(new Perturbator.Asked(QUESTION, List.of("mortgage")), 3, "case")
                .twin()
                .map(Twin::question)
                .orElse(QUESTION);
        Edits edits = Edits.between(QUESTION, twin, letters);
        assertThat(edits.with(first(edits.all().size()))).isEqualTo(twin);
        assertThat(edits.with(new BitSet())).isEqualTo(QUESTION);
      }
    }
  }

  @Test
  void editsOfAnyTextsMakeTheOneOfTheOther() {
    SplittableRandom random = new SplittableRandom(5);
    List<String> pieces = List.of("a", "b", "fee", " ", ".", "\u0301", "😀", "é", "7", "\n");
    for (int i = 0; i < 2_000; i++) {
      String origin = text(random, pieces);
      String twin = text(random, pieces);
      Edits edits = Edits.between(origin, twin, i % 2 == 0);
      assertThat(edits.with(first(edits.all().size()))).isEqualTo(twin);
    }
  }

  private static String text(SplittableRandom random, List<String> pieces) {
    StringBuilder text = new StringBuilder();
    for (int k = random.nextInt(12); k > 0; k--) {
      text.append(pieces.get(random.nextInt(pieces.size())));
    }
    return text.toString();
  }

  @Test
  void wordsAreEditsEachForItself() {
    assertThat(described("What is the fee for it?", "Which is the charge for it?", false))
        .containsExactly("What → Which", "fee → charge");
    assertThat(described("What is the fee?", "Hello there. What is the fee?", false))
        .containsExactly("+ Hello", "+ there.");
    assertThat(described("What is the monthly fee now?", "What is fee?", false))
        .containsExactly("− the", "− monthly", "− now");
  }

  /** One without the other would say a word twice or lose it. */
  @Test
  void wordsThatChangePlacesAreOneEdit() {
    assertThat(described("What is the fee?", "What the is fee?", false))
        .containsExactly("is the → the is");
  }

  /**
   * Of "maximum" two of seven letters differ, of "fee" all: there only the word can be put back.
   */
  @Test
  void lettersAreEditsWhereMostOfTheWordIsThere() {
    assertThat(described("the maximum fee", "the maxlmun dww", true))
        .containsExactly("i → l", "m → n", "fee → dww");
    assertThat(described("the maximum fee", "the maxlmun dww", false))
        .containsExactly("maximum → maxlmun", "fee → dww");
    assertThat(described("the fee", "the FEE", true)).containsExactly("fee → FEE");
  }

  @Test
  void distancesAreThoseOfTheCharacters() {
    Edits edits = Edits.between("What is the fee?", "Whaat is a fee?", false);
    assertThat(IntStream.range(0, edits.all().size()).map(edits::distance)).containsExactly(1, 3);
  }
}
