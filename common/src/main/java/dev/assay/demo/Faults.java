package dev.assay.demo;

import dev.assay.mentions.MentionPool;
import dev.assay.retrieval.Chunk;
import dev.assay.text.Sentences;
import dev.assay.text.Sentences.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plants one fault into a share of the answers, and into all to questions of one kind, so that a
 * system is wrong in known places. Whether and which is decided by the case's id, its kind and the
 * seed alone. A kind that an answer cannot carry passes to the next one in the order of {@link
 * Fault}, the last to the first; an answer with a fault always differs from the one without.
 *
 * <p>Attributes that are added: {@code planted} (1 or 0) and, where a fault is, {@code fault} (its
 * id), {@code fault_original} (what stood there) and {@code fault_replacement} (what stands there
 * now).
 */
public final class Faults {
  private final double rate;
  private final long seed;
  private final Map<Fault, Planter> planters = new EnumMap<>(Fault.class);

  /**
   * @param rate share of the answers that get a fault, in [0, 1]
   * @param seed the run's seed
   * @param pool the values that the corpus names, for swaps
   * @param chunks where foreign sentences come from
   */
  public Faults(double rate, long seed, MentionPool pool, List<Chunk> chunks) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException("The rate of planted faults is in [0, 1], not " + rate);
    }
    this.rate = rate;
    this.seed = seed;
    planters.put(Fault.SWAPPED_NUMBER, SwapPlanter.numbers(pool));
    planters.put(Fault.SWAPPED_NAME, SwapPlanter.names(pool));
    planters.put(Fault.NEGATION, new NegationPlanter());
    planters.put(Fault.FOREIGN_SENTENCE, new ForeignPlanter(chunks));
    planters.put(Fault.CUT_ANSWER, new CutPlanter());
    planters.put(Fault.REFUSAL, new RefusalPlanter());
  }

  /**
   * The answer, with a fault where the seed says so.
   *
   * @param caseId of the question, of a changed one that of its origin: who is wrong about a
   *     question is so however it is asked
   * @param weak whether the question is of a kind that always gets a fault: a sentence of another
   *     document
   * @param facts the statements that answer the question; a fault goes into their sentence if the
   *     answer has one, else into the first sentence that can carry it
   */
  public SystemAnswer plant(String caseId, boolean weak, SystemAnswer answer, List<String> facts) {
    Draw draw = new Draw(seed, caseId);
    if (!weak && !draw.happens(rate)) {
      return answer.with(answer.answer(), Map.of("planted", "0"));
    }
    Fault[] kinds = Fault.values();
    int first = weak ? Fault.FOREIGN_SENTENCE.ordinal() : draw.index("fault-kind", kinds.length);
    List<Sentence> sentences = factsFirst(answer.answer(), facts);
    for (int i = 0; i < kinds.length; i++) {
      Fault fault = kinds[(first + i) % kinds.length];
      Optional<Planting> planted = planters.get(fault).plant(answer, sentences, draw);
      if (planted.filter(p -> !p.answer().equals(answer.answer())).isPresent()) {
        return answer.with(planted.get().answer(), attributes(fault, planted.get()));
      }
    }
    throw new IllegalStateException("A refusal can replace any answer");
  }

  private static Map<String, String> attributes(Fault fault, Planting planting) {
    return Map.of(
        "planted", "1",
        "fault", fault.id(),
        "fault_original", planting.original(),
        "fault_replacement", planting.replacement());
  }

  private static List<Sentence> factsFirst(String answer, List<String> facts) {
    List<Sentence> sentences = new ArrayList<>(Sentences.split(answer));
    sentences.sort(
        Comparator.comparing(
            sentence ->
                facts.stream().noneMatch(fact -> PlantedTruth.contains(sentence.text(), fact))));
    return sentences;
  }
}
