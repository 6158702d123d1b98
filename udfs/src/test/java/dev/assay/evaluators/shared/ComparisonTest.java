package dev.assay.evaluators.shared;

import static dev.assay.evaluators.similarity.LineTexts.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.Status;
import dev.assay.evaluators.similarity.AnswerSemanticSimilarity;
import dev.assay.evaluators.similarity.Groundedness;
import dev.assay.evaluators.similarity.LineTexts;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  @Test
  void aBatchIsOneCallOfTheModel() {
    FakeEmbedder embedder = LineTexts.embedder();
    Example first = Example.of("q", null, List.of(at(1, 2)), at(0));
    Example second = Example.of("q", null, List.of(at(3)), at(0, 1));
    new Groundedness().score(List.of(first, second), FakeModels.with(embedder));
    assertThat(embedder.calls()).isEqualTo(1);
    assertThat(embedder.texts()).isEqualTo(6);
  }

  @Test
  void aTextWithoutSentencesIsNoInputAndAsksNoModel() {
    FakeEmbedder embedder = LineTexts.embedder();
    Outcome outcome =
        new Groundedness()
            .score(
                List.of(Example.of("q", null, List.of(at(0)), "\u200b")), FakeModels.with(embedder))
            .get(0);
    assertThat(outcome.measures().values())
        .containsOnly(new Measure.Absent(Status.NO_INPUT, "the answer has no sentence"));
    assertThat(embedder.calls()).isZero();
  }

  @Test
  void anExampleOverTheCapIsTooLongAndAsksNoModel() {
    FakeEmbedder embedder = LineTexts.embedder();
    String endless = "This is a sentence.\n\n".repeat(Comparison.MAX_LINES + 1);
    Outcome outcome =
        new Groundedness()
            .score(
                List.of(Example.of("q", null, List.of(at(0)), endless)), FakeModels.with(embedder))
            .get(0);
    assertThat(outcome.measures().values())
        .containsOnly(
            Measure.tooLong(
                "the answer has 5001 sentences and the context 1:"
                    + " more than 5000 of one or 1000000 pairs are not compared"));
    assertThat(embedder.calls()).isZero();
  }

  @Test
  void aTextLongerThanTheModelReadsMarksTheMetricsAsTruncated() {
    String endless = "word ".repeat(FakeEmbedder.MAX_TOKENS);
    Outcome outcome =
        new AnswerSemanticSimilarity()
            .score(
                List.of(Example.of("q", "An expected answer.", List.of(), endless)),
                FakeModels.with(FakeEmbedder.hashing(32)))
            .get(0);
    assertThat(outcome.truncated()).containsExactly("answer_similarity");
  }

  @Test
  void equalTextsNeverExceedACosineOfOne() {
    for (int i = 0; i < 1000; i++) {
      String text = "Some sentence number " + i + " of the test.";
      Outcome outcome =
          new AnswerSemanticSimilarity()
              .score(
                  List.of(Example.of("q", text, List.of(), text)),
                  FakeModels.with(FakeEmbedder.hashing(24)))
              .get(0);
      assertThat(LineTexts.value(outcome, "answer_similarity")).isBetween(1 - 1e-6, 1.0);
    }
  }

  @Test
  void ranksThatDoNotRiseGiveWayToPositions() {
    assertThat(Lines.ranks(List.of(ranked(1), ranked(4), ranked(7)))).containsExactly(1, 4, 7);
    assertThat(Lines.ranks(List.of(ranked(0), ranked(1)))).containsExactly(1, 2);
    assertThat(Lines.ranks(List.of(ranked(3), ranked(3)))).containsExactly(1, 2);
  }

  private static Passage ranked(int rank) {
    return new Passage("", "", "text", rank, OptionalDouble.empty());
  }
}
