package dev.assay.evaluators.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Status;
import dev.assay.evaluators.Evaluators;
import dev.assay.spark.Scoring;
import dev.assay.summac.SummacLayer;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeEntailment;
import dev.assay.testing.FakeModels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SummarizationTest {
  private static final String DOCUMENT =
      "The first sentence here. The second sentence here. The third sentence here.";

  /**
   * On the line a distance of k flips is √(k/4): document at 0, 4, 16 has distances 1, √3 and 2,
   * extent 2 + 1 + √3; a summary of the sentences at 0 and 16 reaches 2.
   */
  @Test
  void completenessIsTheRatioOfReaches() {
    FakeEmbedder line =
        FakeEmbedder.onLine(
            Map.of(
                "The first sentence here.", 0,
                "The second sentence here.", 4,
                "The third sentence here.", 16));
    assertThat(score(DOCUMENT, "The first sentence here. The third sentence here.", line))
        .isCloseTo(2 / (3 + Math.sqrt(3)), within(1e-6));
    assertThat(score(DOCUMENT, DOCUMENT, line)).isCloseTo(1, within(1e-9));
  }

  @Test
  void longDocumentsAreReducedAndACopyIsComplete() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      text.append("Sentence number %d is about topic %d of the bank. ".formatted(i, i * i));
    }
    FakeEmbedder hashing = FakeEmbedder.hashing(64);
    assertThat(score(text.toString(), text.toString(), hashing)).isCloseTo(1, within(1e-9));
    String start = text.substring(0, text.indexOf("Sentence number 4"));
    assertThat(score(text.toString(), start, hashing)).isBetween(0.0, 0.99);
  }

  /**
   * A layout keeps the places of what it was fitted on, so a copy is complete there too. Of two
   * topics of twelve sentences a summary of one reaches less than a copy, and no less than nothing.
   */
  @Test
  void theSpaceMayBeALayoutByUmap() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 24; i++) {
      String topic = i < 12 ? "Fee charge cost monthly price" : "App phone login screen password";
      text.append("%s has number %d here. ".formatted(topic, i * i));
    }
    FakeEmbedder words = FakeEmbedder.hashing(64);
    RowEvaluator umap = (RowEvaluator) Evaluators.of("summarization", Map.of("space", "umap"));
    String document = text.toString().strip();
    String half = document.substring(0, document.indexOf("App phone")).strip();
    assertThat(completeness(umap, document, document, words)).isCloseTo(1, within(1e-9));
    double part = completeness(umap, document, half, words);
    assertThat(part).isBetween(0.0, 0.9);
    assertThat(completeness(umap, document, half, words)).isEqualTo(part);
    assertThat(part).isNotEqualTo(score(document, half, words));
  }

  private static double completeness(
      RowEvaluator evaluator, String document, String summary, FakeEmbedder embedder) {
    Outcome outcome = run(evaluator, Example.of(document, null, List.of(), summary), embedder);
    return ((Measure.Value) outcome.measures().get("completeness")).value();
  }

  @Test
  void silenceCoversNothingAndOneSentenceHasNoReach() {
    FakeEmbedder hashing = FakeEmbedder.hashing(16);
    assertThat(score(DOCUMENT, "", hashing)).isCloseTo(0, within(0.0));
    Outcome outcome = outcome(DOCUMENT, "One sentence alone.", hashing);
    assertThat(((Measure.Absent) outcome.measures().get("completeness")).status())
        .isEqualTo(Status.NOT_APPLICABLE);
  }

  /**
   * The fake's entailment is the share of the sentence's words, its contradiction that share where
   * one side has "not". Summary sentence 1 is in the document and contradicted by nothing: 1 − 0.
   * Of "The fee is not high.", words the fee is high: document sentence 1 has all of them and no
   * "not": entailment 1, contradiction 1, difference 0. Mean 0.5.
   */
  @Test
  void faithfulnessIsHighestEntailmentLessHighestContradiction() {
    Outcome outcome =
        outcome(
            "The fee is high. Cards are replaced free of charge.",
            "Cards are replaced free of charge. The fee is not high.",
            FakeEmbedder.hashing(16));
    assertThat(((Measure.Value) outcome.measures().get("summac_zs")).value())
        .isCloseTo(0.5, within(1e-9));
    assertThat(outcome.evidence().stream().filter(row -> row.metric().equals("summac_zs")))
        .hasSize(2)
        .anySatisfy(row -> assertThat(row.flags()).containsExactly("least_faithful"));
    assertThat(((Measure.Absent) outcome.measures().get("summac_conv")).status())
        .isEqualTo(Status.NOT_APPLICABLE);
    Outcome silent = outcome(DOCUMENT, "", FakeEmbedder.hashing(16));
    assertThat(((Measure.Value) silent.measures().get("summac_zs")).value()).isEqualTo(-1.0);
    Outcome book = outcome("One more word. ".repeat(200), DOCUMENT, FakeEmbedder.hashing(16));
    assertThat(book.measures().get("summac_zs")).isInstanceOf(Measure.Value.class);
    Outcome shelf =
        outcome("One more word here. ".repeat(2_000), DOCUMENT, FakeEmbedder.hashing(16));
    assertThat(((Measure.Absent) shelf.measures().get("summac_zs")).status())
        .isEqualTo(Status.TOO_LONG);
  }

  @Test
  void withoutAModelThatKnowsContradictionThereIsNoSummac() {
    for (boolean filled : List.of(true, false)) {
      FakeModels models =
          new FakeModels(
              FakeEmbedder.hashing(16),
              new FakeEntailment(true, false, new AtomicInteger()),
              filled ? Set.of(Slot.EMBEDDER, Slot.ENTAILMENT) : Set.of(Slot.EMBEDDER));
      Outcome outcome =
          new Scoring(List.of(new Summarization()))
              .score(List.of(Example.of(DOCUMENT, null, List.of(), DOCUMENT)), models)
              .get(0)
              .get("summarization");
      assertThat(outcome.measures().get("completeness")).isInstanceOf(Measure.Value.class);
      for (String metric : List.of("summac_zs", "summac_conv")) {
        Measure.Absent absent = (Measure.Absent) outcome.measures().get(metric);
        assertThat(absent.status()).isEqualTo(Status.NOT_APPLICABLE);
        assertThat(absent.reason()).contains("models.entailment");
        assertThat(absent.reason().contains("train-summac"))
            .as("what only the layer needs")
            .isEqualTo(metric.equals("summac_conv"));
      }
    }
  }

  /**
   * The fake entails "The fee is high." by itself (1, bin 22) and by 3 of 4 words of the other
   * sentence (.75, bin 7). Weights of 4 and −1 there and an intercept of −1 make 2.
   */
  @Test
  void aFittedLayerGivesSummacConvForItsOwnModelOnly() {
    List<Double> weights = new ArrayList<>(Collections.nCopies(23, 0.0));
    weights.set(22, 4.0);
    weights.set(7, -1.0);
    String document = "The fee is high. The fee is refunded.";
    Outcome outcome = conv("fake-entailment", weights, document, "The fee is high.");
    assertThat(((Measure.Value) outcome.measures().get("summac_conv")).value())
        .isCloseTo(1 / (1 + Math.exp(-2)), within(5e-7));
    assertThat(outcome.evidence().stream().filter(row -> row.metric().equals("summac_conv")))
        .singleElement()
        .satisfies(row -> assertThat(row.score()).isCloseTo(0.88, within(0.001)));
    Outcome silent = conv("fake-entailment", weights, document, "");
    assertThat(silent.measures().get("summac_conv")).isEqualTo(Measure.of(0));
    Outcome foreign = conv("another-model", weights, document, "The fee is high.");
    Measure.Absent absent = (Measure.Absent) foreign.measures().get("summac_conv");
    assertThat(absent.status()).isEqualTo(Status.MODEL_ERROR);
    assertThat(absent.reason()).contains("another-model", "fake-entailment", "train-summac");
    assertThat(foreign.measures().get("summac_zs")).isInstanceOf(Measure.Value.class);
  }

  private static Outcome conv(String model, List<Double> weights, String document, String summary) {
    return run(
        new Summarization(new SummacLayer(model, -1, weights, "abc"), SummarySpace.PCA),
        Example.of(document, null, List.of(), summary),
        FakeEmbedder.hashing(16));
  }

  /** Two passages at cosines 1 and 1 − 4/8 of the question: mean 0.75. */
  @Test
  void chunkRelevancyIsTheMeanOverWholePassages() {
    FakeEmbedder line =
        FakeEmbedder.onLine(
            Map.of("The question itself?", 0, "One passage. Two sentences.", 0, "Another one", 4));
    Outcome outcome =
        run(
            new ChunkRelevancy(),
            Example.of(
                "The question itself?",
                null,
                List.of("One passage. Two sentences.", " ", "Another one"),
                null),
            line);
    assertThat(((Measure.Value) outcome.measures().get("chunk_relevancy")).value())
        .isCloseTo(0.75, within(1e-9));
    assertThat(outcome.evidence().get(1).flags()).containsExactly("least_relevant");
    assertThat(outcome.evidence().get(1).detail()).containsEntry("rank", 3.0);
  }

  private static double score(String document, String summary, FakeEmbedder embedder) {
    return ((Measure.Value) outcome(document, summary, embedder).measures().get("completeness"))
        .value();
  }

  private static Outcome outcome(String document, String summary, FakeEmbedder embedder) {
    return run(new Summarization(), Example.of(document, null, List.of(), summary), embedder);
  }

  private static Outcome run(RowEvaluator evaluator, Example example, FakeEmbedder embedder) {
    return new Scoring(List.of(evaluator))
        .score(List.of(example), FakeModels.with(embedder))
        .get(0)
        .get(evaluator.spec().id());
  }
}
