package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.EntityRecogniser.Entity;
import dev.assay.model.onnx.EntitySpans.Token;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntitySpansTest {
  private static final String TEXT = "Ann Lee met Bob in Rome.";

  @Test
  void insideGoesOnAndBeginAndAnotherKindStartAnew() {
    assertThat(spans("B-PER", "I-PER", "O", "B-PER", "O", "B-LOC", "O"))
        .containsExactly("PER Ann Lee", "PER Bob", "LOC Rome");
    assertThat(spans("B-PER", "B-PER", "O", "O", "I-LOC", "I-PER", "O"))
        .containsExactly("PER Ann", "PER Lee", "LOC in", "PER Rome");
  }

  @Test
  void otherSchemesAreRead() {
    assertThat(spans("B-PER", "E-PER", "O", "S-PER", "O", "U-LOC", "O"))
        .containsExactly("PER Ann Lee", "PER Bob", "LOC Rome");
    assertThat(spans("PERSON", "PERSON", "O", "PERSON", "O", "GPE", "O"))
        .containsExactly("PERSON Ann Lee", "PERSON Bob", "GPE Rome");
  }

  /** The middle piece of a word alone names the whole word; its two pieces apart are one name. */
  @Test
  void namesAreWholeWords() {
    String word = "Bobolino";
    Token first = new Token(0, 3, "B-PER", 0.9);
    Token middle = new Token(3, 5, "O", 0.5);
    Token last = new Token(5, 8, "B-PER", 0.7);
    assertThat(EntitySpans.of(word, List.of(first, middle, last)))
        .containsExactly(new Entity("PER", 0, 8, 0.9));
  }

  @Test
  void theProbabilityIsTheMeanOfItsTokens() {
    List<Entity> found =
        EntitySpans.of(
            "Ann Lee", List.of(new Token(0, 3, "B-PER", 0.9), new Token(4, 7, "I-PER", 0.5)));
    assertThat(found).containsExactly(new Entity("PER", 0, 7, 0.7));
    assertThat(EntitySpans.of("", List.of())).isEmpty();
  }

  private static List<String> spans(String... labels) {
    int[][] places = {{0, 3}, {4, 7}, {8, 11}, {12, 15}, {16, 18}, {19, 23}, {23, 24}};
    List<Token> tokens = new ArrayList<>();
    for (int i = 0; i < labels.length; i++) {
      tokens.add(new Token(places[i][0], places[i][1], labels[i], 0.9));
    }
    return EntitySpans.of(TEXT, tokens).stream()
        .map(e -> e.label() + " " + TEXT.substring(e.start(), e.end()))
        .toList();
  }
}
