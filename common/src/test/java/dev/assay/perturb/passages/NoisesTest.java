package dev.assay.perturb.passages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.base.EditDistance;
import dev.assay.core.Passage;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.Twin;
import dev.assay.perturb.registry.Perturbators;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NoisesTest {
  private static final List<Passage> FOUND =
      List.of(
          passage("c1", "d1", "The gold card costs 11 dollars a month. It is issued in 3 days.", 1),
          passage("c2", "d2", "Customers of Northgate are not charged for statements.", 2),
          passage("c3", "d3", "The branch in Lyzon opens at 9. It closes at 5. It is small.", 3),
          passage("c4", "d4", "Loans are repaid within ten years.", 4));
  private static final Passage OTHER = passage("x", "dx", "Seashells are found on beaches.", 1);
  private static final Handed HANDED =
      new Handed(
          FOUND, (number, but, random) -> IntStream.range(0, number).mapToObj(i -> OTHER).toList());

  static List<Perturbator> all() {
    return Perturbators.ofPassages();
  }

  private static Passage passage(String chunk, String document, String text, int rank) {
    return new Passage(chunk, document, text, rank, OptionalDouble.of(1.0 / rank));
  }

  private static Twin twin(String id, Intensity intensity) {
    return new Chain(List.of(Perturbators.of(id)), intensity)
        .twin(new Perturbator.Asked("What does it cost?", List.of()), 7, "case")
        .twin()
        .orElseThrow();
  }

  private static List<Passage> handed(String id, Intensity intensity) {
    return Noises.of(HANDED, twin(id, intensity).attributes(), 7, "case");
  }

  private static List<String> chunks(List<Passage> passages) {
    return passages.stream().map(Passage::chunkId).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void theQuestionStaysAndTheSamePassagesAreChangedEachTime(Perturbator one) {
    Twin twin = twin(one.id(), Intensity.HIGH);
    assertThat(twin.question()).isEqualTo("What does it cost?");
    assertThat(twin.meaning()).isEqualTo(one.meaning());
    List<Passage> first = Noises.of(HANDED, twin.attributes(), 7, "case");
    assertThat(first)
        .isNotEqualTo(FOUND)
        .isEqualTo(Noises.of(HANDED, twin.attributes(), 7, "case"));
    assertThat(first.stream().map(Passage::rank))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, first.size()).boxed().toList());
    // Nothing was retrieved: there is nothing to change.
    assertThat(Noises.of(new Handed(List.of(), HANDED.elsewhere()), twin.attributes(), 7, "case"))
        .isEmpty();
  }

  @Test
  void withoutTheAttributeNothingChanges() {
    assertThat(Noises.of(HANDED, Map.of("channel", "web"), 7, "case")).isEqualTo(FOUND);
  }

  /** Half of four passages, each from elsewhere; those that were found are there in their order. */
  @Test
  void irrelevantPassagesAreAddedAndNoneIsLost() {
    List<String> mixed = chunks(handed("passage_irrelevant", Intensity.HIGH));
    assertThat(mixed).hasSize(6).containsSubsequence("c1", "c2", "c3", "c4");
    assertThat(mixed.stream().filter("x"::equals)).hasSize(2);
  }

  @Test
  void theBestAreLostByTheirShare() {
    assertThat(chunks(handed("passage_lost", Intensity.MEDIUM))).containsExactly("c2", "c3", "c4");
    assertThat(chunks(handed("passage_lost", Intensity.HIGH))).containsExactly("c3", "c4");
    assertThat(handed("passage_lost", Intensity.EXTREME)).isEmpty();
  }

  @Test
  void theLastSentencesAreCutAndTheFirstStays() {
    assertThat(handed("passage_cut", Intensity.EXTREME).stream().map(Passage::text))
        .containsExactly(
            "The gold card costs 11 dollars a month.",
            "Customers of Northgate are not charged for statements.",
            "The branch in Lyzon opens at 9.",
            "Loans are repaid within ten years.");
  }

  @Test
  void theOrderIsTurnedAndPassagesAreRepeated() {
    assertThat(chunks(handed("passage_order", Intensity.MEDIUM)))
        .containsExactly("c4", "c3", "c2", "c1");
    assertThat(chunks(handed("passage_repeated", Intensity.EXTREME)))
        .containsExactly("c1", "c1", "c2", "c2", "c3", "c3", "c4", "c4");
  }

  /** What an answer would quote survives: numbers, names, negations. */
  @Test
  void slipsGrowWithTheIntensityAndLeaveWhatDecides() {
    for (String id : List.of("passage_typos", "passage_ocr")) {
      int before = 0;
      for (Intensity intensity : List.of(Intensity.LOW, Intensity.HIGH, Intensity.EXTREME)) {
        List<Passage> slipped = handed(id, intensity);
        String all = String.join(" ", slipped.stream().map(Passage::text).toList());
        assertThat(all).contains("11", "3", "Northgate", "not", "Lyzon", "9", "5");
        int distance =
            IntStream.range(0, FOUND.size())
                .map(i -> EditDistance.between(FOUND.get(i).text(), slipped.get(i).text()))
                .sum();
        assertThat(distance).isGreaterThan(before);
        before = distance;
      }
    }
  }

  @Test
  void anInjectedPassageStandsFirstAndItsGoalIsTheTwins() {
    Twin twin = twin("passage_injection", Intensity.MEDIUM);
    List<Passage> attacked = Noises.of(HANDED, twin.attributes(), 7, "case");
    String code = twin.attributes().get("attack_goal").replace("\"", "");
    assertThat(code).matches("QUILL-\\d{4}");
    assertThat(attacked.get(0).text()).contains(code);
    assertThat(attacked.get(0).docId()).isEmpty();
    assertThat(chunks(attacked.subList(1, 5))).containsExactly("c1", "c2", "c3", "c4");
    assertThat(twin.meaning()).isEqualTo(Meaning.ATTACKED);
  }

  /**
   * Best lost, then turned: steps follow each other, and a change of the question stands beside.
   */
  @Test
  void stepsFollowEachOther() {
    Twin twin =
        new Chain(
                List.of(
                    Perturbators.of("passage_lost"),
                    Perturbators.of("keyboard_typo"),
                    Perturbators.of("passage_order")),
                Intensity.MEDIUM)
            .twin(new Perturbator.Asked("What does it cost?", List.of()), 7, "case")
            .twin()
            .orElseThrow();
    assertThat(twin.attributes().get(Rewrite.PASSAGES))
        .isEqualTo("passage_lost:medium+passage_order:medium");
    assertThat(twin.question()).isNotEqualTo("What does it cost?");
    assertThat(chunks(Noises.of(HANDED, twin.attributes(), 7, "case")))
        .containsExactly("c4", "c3", "c2");
  }

  @Test
  void whatNobodyKnowsIsRefusedByName() {
    assertThatThrownBy(
            () -> Noises.of(HANDED, Map.of(Rewrite.PASSAGES, "passage_lst:low"), 7, "case"))
        .hasMessageContaining("'passage_lst:low'")
        .hasMessageContaining("passage_lost");
  }
}
