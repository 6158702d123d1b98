package dev.assay.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.Passage;
import dev.assay.retrieval.Bm25;
import dev.assay.retrieval.Chunk;
import dev.assay.retrieval.SparseRetriever;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlantedRetrievalTest {
  private static final SparseRetriever WHOLE =
      new SparseRetriever(
          new Bm25(
              List.of(
                  new Chunk("a", "north", "The branch Northgate is in Wexholm."),
                  new Chunk("b", "mill", "The branch Millrace is in Dunmarrow."),
                  new Chunk("c", "polite", "Could you kindly tell us about our records."))));

  @Test
  void whatALongQuestionNamesBehindTheCutIsNotLookedFor() {
    // Terms of the long one: kindly, tell, record | branch, millrace (the others are stop words).
    List<String> questions =
        List.of("Where is Millrace?", "Could you kindly tell me from records where Millrace is?");

    assertThat(new TermCut(WHOLE, 100).retrieve(questions, 1))
        .as("nothing is cut")
        .isEqualTo(WHOLE.retrieve(questions, 1));
    List<List<Passage>> cut = new TermCut(WHOLE, 3).retrieve(questions, 3);
    assertThat(cut.get(0)).extracting(Passage::chunkId).containsExactly("b");
    assertThat(cut.get(1)).extracting(Passage::chunkId).containsExactly("c");
    assertThatThrownBy(() -> new TermCut(WHOLE, 0)).hasMessageContaining("At least 1 term");
  }

  @Test
  void theBestPassageIsLostForTheGivenShareOfQuestionsByTheirTextAlone() {
    List<String> questions =
        IntStream.range(0, 1000).mapToObj(i -> "Branch Northgate, case " + i).toList();
    List<List<Passage>> found = new LostPassages(WHOLE, 0.3, 7).retrieve(questions, 1);

    long lost = found.stream().filter(list -> list.get(0).chunkId().equals("b")).count();
    // 1,000 draws at 0.3: standard deviation 14.5.
    assertThat(lost).isBetween(250L, 350L);
    assertThat(found.get(17))
        .isEqualTo(new LostPassages(WHOLE, 0.3, 7).retrieve(questions.subList(17, 18), 1).get(0));
    assertThat(found).allSatisfy(list -> assertThat(list.get(0).rank()).isEqualTo(1));
    assertThat(new LostPassages(WHOLE, 0, 7).retrieve(questions, 1))
        .isEqualTo(WHOLE.retrieve(questions, 1));
    assertThat(new LostPassages(WHOLE, 1, 7).retrieve(List.of("Dunmarrow"), 1).get(0)).isEmpty();
    assertThatThrownBy(() -> new LostPassages(WHOLE, Double.NaN, 7)).hasMessageContaining("[0, 1]");
  }
}
