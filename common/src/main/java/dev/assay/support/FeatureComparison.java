package dev.assay.support;

import dev.assay.model.TokenVectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A sentence against a premise: every feature but for the table of rarities.
 *
 * @param alignment empty where one side has no word
 * @param words the sentence's words
 * @param known which of them the premise has
 * @param values by feature; {@link Feature#UNIGRAM_IDF} is left 0
 * @param flags what a reader should look at
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FeatureComparison(
    Optional<Premise.Alignment> alignment,
    List<String> words,
    boolean[] known,
    double[] values,
    List<String> flags) {
  private static final int MOST = 3;

  /**
   * How close its best-aligned sentence must be, by the mean best cosine of content tokens, for a
   * negation or an opposite there to turn what the sentence says and not something else.
   */
  private static final double NEAR = 0.8;

  static FeatureComparison of(ParsedText sentence, TokenVectors content, Premise premise) {
    Optional<Premise.Alignment> alignment = premise.align(content);
    double[] values = new double[Feature.values().length];
    List<String> flags = new ArrayList<>();
    values[Feature.MIN_ALIGNMENT.ordinal()] =
        alignment.map(Premise.Alignment::lowest).orElse(Double.NaN);
    values[Feature.FRAGMENT_DENSITY.ordinal()] = premise.fragmentDensity(sentence.words());
    int numbers = premise.unsaid(sentence);
    values[Feature.NUMBER_MISMATCH.ordinal()] = Math.min(MOST, numbers);
    flag(flags, numbers > 0, "number_mismatch");
    long names = sentence.names().stream().filter(name -> !premise.knows(name)).count();
    values[Feature.ENTITY_MISMATCH.ordinal()] = Math.min(MOST, names);
    flag(flags, names > 0, "entity_mismatch");
    if (alignment.isPresent()) {
      ParsedText match = premise.line(alignment.get().best()).parsed();
      boolean near = alignment.get().closeness() > NEAR;
      boolean negation = near && sentence.negated() != match.negated();
      boolean antonym = near && Cues.opposed(sentence.known(), match.known());
      values[Feature.NEGATION_XOR.ordinal()] = negation ? 1 : 0;
      values[Feature.ANTONYM.ordinal()] = antonym ? 1 : 0;
      flag(flags, negation, "negation");
      flag(flags, antonym, "antonym");
      flag(flags, Cues.modality(sentence.known(), match.known()), "modality");
    }
    boolean[] known = new boolean[sentence.words().size()];
    for (int i = 0; i < known.length; i++) {
      known[i] = premise.knows(sentence.words().get(i));
    }
    return new FeatureComparison(alignment, sentence.words(), known, values, List.copyOf(flags));
  }

  /** Every feature; NaN for an alignment that there is not. */
  public double[] features(Idf idf) {
    double[] all = values.clone();
    double total = 0;
    double found = 0;
    for (int i = 0; i < known.length; i++) {
      double weight = idf.of(words.get(i));
      total += weight;
      found += known[i] ? weight : 0;
    }
    all[Feature.UNIGRAM_IDF.ordinal()] = total > 0 ? found / total : 0;
    return all;
  }

  private static void flag(List<String> flags, boolean raised, String flag) {
    if (raised) {
      flags.add(flag);
    }
  }
}
