package dev.assay.evaluators.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Status;
import dev.assay.testing.Examples;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RetrievalTest {

  private static final String QUESTION = "What does the card cost?";

  /** Passages at these distances from the question have cosine 1 − distance / 8. */
  private static final FakeEmbedder EMBEDDER =
      FakeEmbedder.onLine(
          Map.of(QUESTION, 0, text(0), 0, text(2), 2, text(3), 3, text(4), 4, text(8), 8));

  @Test
  void countsPassagesForPrecisionAndIdsForRecall() {
    // d1 d2 d3 d1 retrieved, d1 d3 d9 relevant. Relevant ranks 1, 3, 4; ids found at 1 and 3.
    Outcome outcome =
        score(new Retrieval(), byDocs(List.of("d1", "d3", "d9"), "d1", "d2", "d3", "d1"));
    assertThat(value(outcome, "retrieval_recall")).isEqualTo(2.0 / 3);
    assertThat(value(outcome, "precision_at_1")).isEqualTo(1);
    assertThat(value(outcome, "precision_at_3")).isEqualTo(2.0 / 3);
    assertThat(value(outcome, "precision_at_5")).isEqualTo(3.0 / 5); // k, not the list's length
    assertThat(value(outcome, "precision_at_10")).isEqualTo(3.0 / 10);
    assertThat(value(outcome, "recall_at_1")).isEqualTo(1.0 / 3);
    assertThat(value(outcome, "recall_at_3")).isEqualTo(2.0 / 3);
    assertThat(value(outcome, "hit_at_1")).isEqualTo(1);
    assertThat(value(outcome, "mrr")).isEqualTo(1);
    // Precision of ids at their ranks: 1/1 and 2/3, the third never: (1 + 2/3) / 3 = 5/9.
    assertThat(value(outcome, "average_precision")).isCloseTo(5.0 / 9, within(1e-12));
    // (1/log2 2 + 1/log2 4) / (1/log2 2 + 1/log2 3 + 1/log2 4)
    assertThat(value(outcome, "ndcg_at_3"))
        .isCloseTo(1.5 / (1.5 + Math.log(2) / Math.log(3)), within(1e-12));
    assertThat(value(outcome, "ndcg_at_1")).isEqualTo(1);
  }

  /**
   * Grades 1, 3, 2, 0 in the retrieved order d1 x d3 d2, d4 missed with grade 2. As trec_eval:
   * gains are the grades. DCG@4 = 1 + 3 / log2 4 + 2 / log2 5; ideal 3 + 2 / log2 3 + 2 / log2 4 +
   * 1 / log2 5.
   */
  @Test
  void ndcgGainsTheGradesOfRelevantIds() {
    Example plain = byDocs(List.of("d1", "d2", "d3", "d4"), "d1", "x", "d3", "d2");
    String grades =
        """
        [{"id":"d1","grade":1},{"id":"d3","grade":3.0},{"id":"d2","grade":2},{"id":"d4","grade":2},
        {"id":"x","grade":9}]\
        """;
    double log3 = Math.log(3) / Math.log(2);
    double log5 = Math.log(5) / Math.log(2);
    Outcome graded = score(new Retrieval(List.of(2, 4), .7), graded(plain, grades));
    assertThat(value(graded, "ndcg_at_4"))
        .isCloseTo((1 + 1.5 + 2 / log5) / (3 + 2 / log3 + 1 + 1 / log5), within(1e-12));
    assertThat(value(graded, "ndcg_at_2")).isCloseTo(1 / (3 + 2 / log3), within(1e-12));
    // trec_eval's ndcg_cut, by scripts/golden/ndcg.py (pytrec-eval-terrier 0.5.11).
    assertThat(value(graded, "ndcg_at_4")).isCloseTo(0.5904842898907589, within(1e-12));
    assertThat(value(graded, "ndcg_at_2")).isCloseTo(0.23463936301137822, within(1e-12));
    assertThat(
            value(
                score(
                    new Retrieval(),
                    graded(
                        byDocs(List.of("d1", "d2", "d4"), "d5", "d3", "d1", "d2", "d4"),
                        "{\"d1\":3,\"d2\":3,\"d3\":0,\"d4\":2,\"d5\":-1}")),
                "ndcg_at_5"))
        .isCloseTo(0.605101443634011, within(1e-12));
    assertThat(
            score(
                    new Retrieval(List.of(2, 4), .7),
                    graded(plain, "{\"d1\":1,\"d3\":3,\"d2\":2,\"d4\":2}"))
                .measures())
        .as("an object of grades by id says the same")
        .isEqualTo(graded.measures());
    assertThat(value(graded, "retrieval_recall")).as("grades are nDCG's alone").isEqualTo(.75);
    assertThat(
            score(new Retrieval(), graded(plain, "{\"d1\":1,\"d2\":1,\"d3\":1,\"d4\":1}"))
                .measures())
        .isEqualTo(score(new Retrieval(), plain).measures());
  }

  @Test
  void gradesThatCannotBeReadLeaveNdcgAloneUnmeasuredWithTheReason() {
    Example plain = byDocs(List.of("d1", "d2"), "d1");
    for (String grades :
        List.of("d1:3", "3", "[\"d1\"]", "{\"d1\": \"high\"}", "{\"d1\":0,\"d2\":-1}")) {
      Outcome outcome = score(new Retrieval(), graded(plain, grades));
      assertThat(outcome.measures().get("ndcg_at_5"))
          .as(grades)
          .isInstanceOfSatisfying(
              Measure.Absent.class, why -> assertThat(why.reason()).contains("grade"));
      assertThat(value(outcome, "retrieval_recall")).isEqualTo(.5);
    }
  }

  @Test
  void aListWithNothingRelevantIsZeroEverywhere() {
    Outcome outcome = score(new Retrieval(), byDocs(List.of("d9"), "d1", "d2"));
    assertThat(outcome.measures().values()).containsOnly(Measure.of(0));
  }

  @Test
  void chunkIdsCountLikeDocumentIds() {
    Passage chunk = new Passage("c7", "d1", "", 2, OptionalDouble.empty());
    Outcome outcome = score(new Retrieval(), example(QUESTION, List.of("c7"), List.of(chunk)));
    assertThat(value(outcome, "retrieval_recall")).isEqualTo(1);
    assertThat(value(outcome, "mrr")).isEqualTo(0.5); // its true rank is 2
    assertThat(value(outcome, "hit_at_1")).isEqualTo(0);
  }

  @Test
  void relevantPassagesAreFoundByTheirTexts() {
    Example known =
        Example.of(QUESTION, null, List.of("Fees.", "It  costs\n$8 a year.", "x"), null);
    Example example =
        new Example(
            "",
            "",
            0,
            "",
            QUESTION,
            known.expected(),
            known.contexts(),
            known.answer(),
            known.condition(),
            List.of(),
            List.of(),
            Map.of(),
            List.of(),
            List.of("it costs $8", "Nobody found this one.", " "));
    Outcome outcome = score(new Retrieval(), example);
    // One of two known passages, at rank 2.
    assertThat(value(outcome, "retrieval_recall")).isEqualTo(0.5);
    assertThat(value(outcome, "mrr")).isEqualTo(0.5);
    assertThat(value(outcome, "precision_at_3")).isEqualTo(1.0 / 3);
  }

  @Test
  void withoutIdsOnlyWhatNeedsNoMissedPassagesIsMeasuredAndMarked() {
    // Cosines .5, .75, .625 against .7: rank 2 alone.
    Outcome outcome =
        score(
            new Retrieval(), Example.of(QUESTION, null, List.of(text(4), text(2), text(3)), null));
    assertThat(value(outcome, "mrr")).isEqualTo(0.5);
    assertThat(value(outcome, "precision_at_3")).isEqualTo(1.0 / 3);
    assertThat(value(outcome, "hit_at_1")).isEqualTo(0);
    for (String metric :
        List.of("retrieval_recall", "recall_at_5", "average_precision", "ndcg_at_1")) {
      assertThat(outcome.measures().get(metric))
          .isEqualTo(
              Measure.notApplicable(
                  "the case names no relevant ids, so what was missed is unknown"));
    }
    assertThat(outcome.evidence())
        .extracting(Evidence::flags)
        .containsExactly(
            List.of("by_similarity"),
            List.of("by_similarity", "relevant"),
            List.of("by_similarity"));
  }

  @Test
  void nothingRetrievedOrNothingToJudgeByIsNoInput() {
    assertThat(score(new Retrieval(), byDocs(List.of("d1"))).measures().values())
        .containsOnly(new Measure.Absent(Status.NO_INPUT, "no passage was retrieved"));
    assertThat(
            score(new Retrieval(), Example.of("", null, List.of(text(0)), "a")).measures().values())
        .allSatisfy(m -> assertThat(((Measure.Absent) m).status()).isEqualTo(Status.NO_INPUT));
  }

  @Test
  void contextMrrIsTheReciprocalOfTheFirstRelevantTrueRank() {
    // Blank, .5, .75 against .7: the third in the list.
    Outcome outcome =
        score(
            new ContextMrr(),
            Example.of(QUESTION, null, List.of("", text(4), text(2), text(0)), "a"));
    assertThat(value(outcome, "context_mrr")).isEqualTo(1.0 / 3);
    assertThat(outcome.evidence()).extracting(Evidence::sentence).containsExactly(text(4), text(2));
    assertThat(outcome.evidence().get(1).flags()).containsExactly("relevant");
  }

  @Test
  void contextMrrCountsEqualityAndStopsAtItsLastRank() {
    Example third = Example.of(QUESTION, null, List.of(text(4), text(4), text(2)), "a");
    assertThat(value(score(new ContextMrr(0.75, 3), third), "context_mrr")).isEqualTo(1.0 / 3);
    assertThat(value(score(new ContextMrr(0.75, 2), third), "context_mrr")).isEqualTo(0);
    assertThat(value(score(new ContextMrr(0.76, 3), third), "context_mrr")).isEqualTo(0);
  }

  @Test
  void refusesImpossibleParameters() {
    assertThatThrownBy(() -> new Retrieval(List.of(5, 3), 0.7))
        .hasMessage("ks must be different whole numbers of 1 or more, rising, got [5, 3]");
    assertThatThrownBy(() -> new ContextMrr(0.7, 0))
        .hasMessage("mrr_relevant_chunk_oor_idx must be 1 or more, got 0");
  }

  private static String text(int distance) {
    return "A passage at a distance of " + distance + ".";
  }

  private static Example byDocs(List<String> relevant, String... docs) {
    List<Passage> passages = new ArrayList<>();
    for (String doc : docs) {
      passages.add(
          new Passage("c" + passages.size(), doc, "", passages.size() + 1, OptionalDouble.empty()));
    }
    return example(QUESTION, relevant, passages);
  }

  private static Example example(String question, List<String> relevant, List<Passage> passages) {
    return new Example(
        "",
        "",
        0,
        "",
        question,
        Optional.empty(),
        passages,
        Optional.empty(),
        Optional.empty(),
        relevant,
        List.of(),
        Map.of(),
        List.of(),
        List.of());
  }

  private static Example graded(Example example, String grades) {
    return Examples.withAttributes(example, Map.of("relevant_grades", grades));
  }

  private static Outcome score(RowEvaluator evaluator, Example example) {
    return evaluator.score(List.of(example), FakeModels.with(EMBEDDER)).get(0);
  }

  private static double value(Outcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }
}
