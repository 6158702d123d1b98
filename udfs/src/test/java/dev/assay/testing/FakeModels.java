package dev.assay.testing;

import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.language.OpenNlpLanguages;
import dev.assay.model.CrossEncoder;
import dev.assay.model.Embedder;
import dev.assay.model.EntailmentModel;
import dev.assay.model.EntityRecogniser;
import dev.assay.model.LanguageIdentifier;
import dev.assay.model.LanguageModel;
import dev.assay.model.SentimentModel;
import dev.assay.model.TextClassifier;
import dev.assay.model.TokenEmbedder;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Models for tests: a fake in every slot but those of chat model and cross-encoder. */
public record FakeModels(Embedder embedder, EntailmentModel entailment, Set<Slot> filled)
    implements Models {

  public FakeModels(Embedder embedder, Set<Slot> filled) {
    this(embedder, FakeEntailment.complete(), filled);
  }

  /** With {@code embedder} and a complete entailment model. */
  public static FakeModels with(Embedder embedder) {
    return new FakeModels(
        embedder, EnumSet.complementOf(EnumSet.of(Slot.CHAT, Slot.CROSS_ENCODER)));
  }

  /** With {@code entailment}. */
  public static FakeModels with(EntailmentModel entailment) {
    return new FakeModels(
        FakeEmbedder.hashing(8),
        entailment,
        EnumSet.complementOf(EnumSet.of(Slot.CHAT, Slot.CROSS_ENCODER)));
  }

  @Override
  public TokenEmbedder tokenEmbedder() {
    return new FakeTokens();
  }

  @Override
  public TextClassifier classifier(Slot slot) {
    return slot == Slot.TOPIC ? new FakeTopic() : new FakeClassifier();
  }

  @Override
  public SentimentModel sentiment() {
    return new FakeSentiment();
  }

  @Override
  public EntityRecogniser entities() {
    return new FakeEntities();
  }

  /** The carried one, which needs no weights of its own. */
  @Override
  public LanguageIdentifier languages() {
    return new OpenNlpLanguages();
  }

  /** Compares lengths: that of the second by that of the first, 1 at most. */
  @Override
  public CrossEncoder crossEncoder() {
    return new CrossEncoder() {
      @Override
      public String id() {
        return "fake-pairs";
      }

      @Override
      public List<Likeness> compare(List<Pair> pairs) {
        return pairs.stream()
            .map(p -> Math.min(1, p.second().length() / (double) p.first().length()))
            .map(value -> new Likeness(value, false))
            .toList();
      }
    };
  }

  @Override
  public LanguageModel languageModel() {
    return new FakeLanguageModel();
  }

  @Override
  public Optional<String> missing(Slot slot) {
    return filled.contains(slot) ? Optional.empty() : Optional.of("none is configured");
  }
}
