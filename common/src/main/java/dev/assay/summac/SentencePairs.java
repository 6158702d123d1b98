package dev.assay.summac;

import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.Support;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Every sentence of a text with every sentence of the document that it is about.
 *
 * @param document sentences, at least one
 * @param text sentences, at least one
 */
public record SentencePairs(List<String> document, List<String> text) {

  /** Pairs of sentences that are judged. */
  public static final int MAX = 4_000;

  public SentencePairs {
    document = List.copyOf(document);
    text = List.copyOf(text);
  }

  /** The sentences of both. */
  public static SentencePairs of(String document, String text) {
    return new SentencePairs(Sentences.scored(document), Sentences.scored(text));
  }

  /** Why the model in slot entailment cannot judge them, or empty when it can. */
  public static Optional<String> unjudged(Models models) {
    return models
        .missing(Slot.ENTAILMENT)
        .or(
            () ->
                models.entailment().knowsContradiction()
                    ? Optional.empty()
                    : Optional.of(models.entailment().id() + " knows no contradiction"));
  }

  /** How many there are. */
  public long size() {
    return (long) document.size() * text.size();
  }

  /** What a model is to judge, the pairs of the first sentence of the text first. */
  public List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    for (String said : text) {
      document.forEach(line -> claims.add(new Claim(List.of(line), said)));
    }
    return claims;
  }

  /** Of the verdicts on {@link #claims}, those on sentence {@code said} of the text. */
  public List<Support> verdicts(List<Support> all, int said) {
    return all.subList(said * document.size(), (said + 1) * document.size());
  }

  /** By sentence of the text, how its probabilities of entailment are distributed. */
  public List<double[]> histograms(List<Support> all) {
    List<double[]> histograms = new ArrayList<>();
    for (int said = 0; said < text.size(); said++) {
      histograms.add(
          EntailmentBins.counts(
              verdicts(all, said).stream().mapToDouble(Support::probability).toArray()));
    }
    return histograms;
  }
}
