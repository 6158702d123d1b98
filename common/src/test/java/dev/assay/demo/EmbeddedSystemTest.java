package dev.assay.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.Passage;
import dev.assay.retrieval.BagEmbedder;
import dev.assay.retrieval.Bm25;
import dev.assay.retrieval.Chunk;
import dev.assay.retrieval.DenseRetriever;
import dev.assay.retrieval.SparseRetriever;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddedSystemTest {
  private static final List<Chunk> CHUNKS =
      List.of(
          new Chunk(
              "a", "fees", "# Overdraft fee\n\nThe overdraft fee is $29. Interest is not charged."),
          new Chunk("b", "cards", "A card pause ends after 30 days. The fraud line lifts it."),
          new Chunk("c", "fees", "The overdraft fee is $29. It is charged at night."));

  private final BagEmbedder embedder = new BagEmbedder();
  private final Bm25 index = new Bm25(CHUNKS);

  private EmbeddedSystem dense(int sentences) {
    List<String> texts = CHUNKS.stream().map(Chunk::text).toList();
    return new EmbeddedSystem(
        new DenseRetriever(CHUNKS, embedder.embed(texts), embedder),
        new ExtractiveAnswerer(new CosineScorer(embedder), sentences),
        2);
  }

  private EmbeddedSystem sparse(int sentences) {
    return new EmbeddedSystem(
        new SparseRetriever(index), new ExtractiveAnswerer(new OverlapScorer(index), sentences), 2);
  }

  @Test
  void bothKindsAnswerWithTheSentenceNotTheHeading() {
    for (EmbeddedSystem system : List.of(dense(1), sparse(1))) {
      SystemAnswer answer = system.answer(List.of("What is the overdraft fee?")).get(0);
      assertThat(answer.answer()).isEqualTo("The overdraft fee is $29.");
      assertThat(answer.contexts())
          .extracting(Passage::chunkId)
          .containsExactlyInAnyOrder("a", "c");
      assertThat(answer.contexts()).extracting(Passage::rank).containsExactly(1, 2);
    }
  }

  @Test
  void aSentenceThatTwoPassagesShareIsSaidOnceAndTheOrderIsThePassages() {
    assertThat(
            sparse(2).answer(List.of("Is interest charged on the overdraft fee?")).get(0).answer())
        .isEqualTo("The overdraft fee is $29. Interest is not charged.");
  }

  @Test
  void aBatchAnswersAsItsQuestionsAloneWouldWithTwoModelCalls() {
    List<String> questions = List.of("overdraft fee", "When does a card pause end?", "", "🙂");
    EmbeddedSystem system = dense(1);
    int before = embedder.calls;
    List<SystemAnswer> batch = system.answer(questions);
    assertThat(embedder.calls - before).isEqualTo(2);
    assertThat(questions.stream().map(q -> system.answer(List.of(q)).get(0)).toList())
        .isEqualTo(batch);
  }

  @Test
  void withoutPassagesTheAnswerIsEmpty() {
    assertThat(sparse(1).answer(List.of("zebra")).get(0))
        .isEqualTo(new SystemAnswer("", List.of(), java.util.Map.of()));
    assertThat(sparse(1).answer(List.of())).isEmpty();
  }

  @Test
  void impossibleSettingsAreRefused() {
    assertThatThrownBy(() -> sparse(0)).hasMessageContaining("at least 1 sentence");
    assertThatThrownBy(() -> new DenseRetriever(CHUNKS, List.of(), embedder))
        .hasMessage("3 chunks came with 0 embeddings");
  }
}
