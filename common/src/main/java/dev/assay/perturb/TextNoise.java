package dev.assay.perturb;

import dev.assay.text.Sentences;
import java.util.List;

/**
 * Noise in a text of many sentences. Each is changed by itself, with random numbers of its own;
 * where nothing in it can be changed it stays as it is, and so does what stands between sentences.
 *
 * @param chain what a sentence goes through
 * @param seed of the run
 */
public record TextNoise(Chain chain, long seed) {

  /**
   * The text with noise.
   *
   * @param id of the text: others draw other random numbers
   */
  public String of(String text, String id) {
    StringBuilder changed = new StringBuilder();
    int end = 0;
    for (Sentences.Sentence sentence : Sentences.split(text)) {
      changed
          .append(text, end, sentence.start())
          .append(
              sentence(
                  text.substring(sentence.start(), sentence.end()), id + "|" + sentence.start()));
      end = sentence.end();
    }
    return changed.append(text.substring(end)).toString();
  }

  private String sentence(String text, String id) {
    return chain
        .twin(new Perturbator.Asked(text, List.of()), seed, id)
        .twin()
        .map(Twin::question)
        .orElse(text);
  }
}
