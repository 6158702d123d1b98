package dev.assay.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.Passage;
import dev.assay.mentions.MentionPool;
import dev.assay.retrieval.Chunk;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private static final List<Chunk> CHUNKS =
      List.of(
          new Chunk("a", "fees", "The head of lending, Priya Raman, may waive a fee of $29."),
          new Chunk("b", "cards", "The head of security, Jonah Reyes, keeps every stopped card."),
          new Chunk("c", "wires", "A recall of an international wire costs $35 in every branch."));
  private static final MentionPool POOL = MentionPool.of(CHUNKS.stream().map(Chunk::text).toList());
  private static final String FACT = CHUNKS.get(0).text();
  private static final SystemAnswer RIGHT =
      new SystemAnswer(
          "Fees are listed. " + FACT,
          List.of(new Passage("a", "fees", FACT, 1, OptionalDouble.of(1))),
          Map.of());

  private static Map<Fault, SystemAnswer> oneOfEach() {
    Faults faults = new Faults(1, 7, POOL, CHUNKS);
    Map<Fault, SystemAnswer> found = new EnumMap<>(Fault.class);
    for (int i = 0; i < 200; i++) {
      SystemAnswer answer = faults.plant("case" + i, false, RIGHT, List.of(FACT));
      found.putIfAbsent(
          Fault.valueOf(answer.attributes().get("fault").toUpperCase(java.util.Locale.ROOT)),
          answer);
    }
    return found;
  }

  @Test
  void everyKindIsPlantedIntoTheSentenceThatMatters() {
    Map<Fault, SystemAnswer> found = oneOfEach();
    assertThat(found).containsOnlyKeys(Fault.values());
    assertThat(found.get(Fault.SWAPPED_NUMBER).answer())
        .isEqualTo("Fees are listed. The head of lending, Priya Raman, may waive a fee of $35.");
    assertThat(found.get(Fault.SWAPPED_NUMBER).attributes())
        .containsEntry("planted", "1")
        .containsEntry("fault", "swapped_number")
        .containsEntry("fault_original", "$29")
        .containsEntry("fault_replacement", "$35");
    assertThat(found.get(Fault.SWAPPED_NAME).answer())
        .isEqualTo("Fees are listed. The head of lending, Jonah Reyes, may waive a fee of $29.");
    assertThat(found.get(Fault.NEGATION).answer())
        .isEqualTo(
            "Fees are listed. The head of lending, Priya Raman, may not waive a fee of $29.");
    assertThat(found.get(Fault.FOREIGN_SENTENCE).answer())
        .isIn(
            "Fees are listed. " + CHUNKS.get(1).text(), "Fees are listed. " + CHUNKS.get(2).text());
    assertThat(found.get(Fault.CUT_ANSWER).answer()).isEqualTo("Fees are");
    assertThat(found.get(Fault.REFUSAL).attributes())
        .containsEntry("fault_original", RIGHT.answer());
  }

  @Test
  void theTruthFollowsFromTheFault() {
    List<String> facts = List.of(FACT);
    oneOfEach()
        .forEach(
            (fault, answer) -> {
              assertThat(PlantedTruth.label("correct", answer, facts)).hasValue(0);
              assertThat(PlantedTruth.label("grounded", answer, facts))
                  .hasValue(fault == Fault.CUT_ANSWER || fault == Fault.REFUSAL ? 1 : 0);
            });
    SystemAnswer clean = new Faults(0, 7, POOL, CHUNKS).plant("case", false, RIGHT, facts);
    assertThat(clean.attributes()).containsExactly(Map.entry("planted", "0"));
    assertThat(PlantedTruth.label("correct", clean, facts)).hasValue(1);
    assertThat(PlantedTruth.label("correct", clean, List.of(FACT, "Another."))).hasValue(0);
    assertThat(PlantedTruth.label("correct", clean, List.of())).isEqualTo(OptionalInt.empty());
    assertThat(PlantedTruth.label("grounded", clean, facts)).hasValue(1);
  }

  @Test
  void theRateIsKept() {
    Faults faults = new Faults(0.3, 7, POOL, CHUNKS);
    long planted =
        IntStream.range(0, 2000)
            .mapToObj(i -> faults.plant("case" + i, false, RIGHT, List.of(FACT)))
            .filter(answer -> answer.attributes().get("planted").equals("1"))
            .count();
    // Binomial(2000, 0.3): mean 600, standard deviation 20.5; four of them either side.
    assertThat(planted).isBetween(518L, 682L);
  }

  @Test
  void anyAnswerCanCarryAFaultAndItReallyDiffers() {
    Faults faults = new Faults(1, 7, MentionPool.of(List.of()), List.of());
    for (String text : List.of("", "Yes", "🙂🙂", "No value here.", "word ".repeat(50_000))) {
      for (int i = 0; i < 12; i++) {
        SystemAnswer answer =
            faults.plant("case" + i, false, new SystemAnswer(text, List.of(), Map.of()), List.of());
        assertThat(answer.answer()).isNotEqualTo(text);
      }
    }
  }

  @Test
  void aWeakQuestionIsAlwaysAnsweredOutOfAnotherDocument() {
    Faults faults = new Faults(0, 7, POOL, CHUNKS);
    SystemAnswer none = new SystemAnswer("No value here.", List.of(), Map.of());
    for (int i = 0; i < 50; i++) {
      assertThat(faults.plant("case" + i, true, RIGHT, List.of(FACT)).attributes())
          .containsEntry("fault", "foreign_sentence");
      assertThat(faults.plant("case" + i, true, none, List.of()).attributes())
          .containsEntry("planted", "1");
      assertThat(faults.plant("case" + i, false, RIGHT, List.of(FACT)).attributes())
          .containsEntry("planted", "0");
    }
  }

  @Test
  void theSameCaseGetsTheSameFault() {
    Faults faults = new Faults(0.5, 7, POOL, CHUNKS);
    assertThat(faults.plant("x", false, RIGHT, List.of(FACT)))
        .isEqualTo(new Faults(0.5, 7, POOL, CHUNKS).plant("x", false, RIGHT, List.of(FACT)));
  }

  @Test
  void impossibleRatesAndUnknownDimensionsAreRefused() {
    assertThatThrownBy(() -> new Faults(Double.NaN, 7, POOL, CHUNKS))
        .hasMessageContaining("[0, 1]");
    SystemAnswer clean = new Faults(0, 7, POOL, CHUNKS).plant("case", false, RIGHT, List.of());
    assertThatThrownBy(() -> PlantedTruth.label("polite", clean, List.of()))
        .hasMessageContaining("Known: correct, grounded");
    assertThatThrownBy(() -> PlantedTruth.label("correct", RIGHT, List.of()))
        .hasMessageContaining("'planted'");
  }
}
