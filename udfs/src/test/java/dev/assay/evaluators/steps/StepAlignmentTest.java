package dev.assay.evaluators.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Status;
import dev.assay.llm.StoredReply;
import dev.assay.spark.Scoring;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import dev.assay.testing.Judged;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepAlignmentTest {
  private static final String CONTEXT =
      "To block a card:\n1. Open the mobile app.\n2. Choose the card.\n3. Press the red button.";

  @Test
  void theSameProcedureNeedsNoEdit() {
    Outcome outcome = score(List.of(CONTEXT), CONTEXT);
    assertThat(value(outcome, "edits")).isZero();
    assertThat(value(outcome, "context_steps")).isEqualTo(3);
    assertThat(outcome.evidence()).allMatch(row -> row.flags().contains("match"));
  }

  @Test
  void aMissingStepIsNamedOnTheContextsSide() {
    Outcome outcome = score(List.of(CONTEXT), "- Open the mobile app.\n- Press the red button.");
    assertThat(value(outcome, "edits")).isEqualTo(1);
    assertThat(value(outcome, "insertions")).isEqualTo(1);
    assertThat(outcome.evidence())
        .filteredOn(row -> row.flags().contains("insertion"))
        .extracting(Evidence::sentence)
        .containsExactly("Choose the card.");
  }

  @Test
  void aWrongStepCosts() {
    Outcome outcome =
        score(
            List.of(CONTEXT),
            "1. Open the mobile app.\n2. Bake seven apple pies.\n3. Press the red button.");
    assertThat(value(outcome, "edits")).isPositive();
    assertThat(value(outcome, "mismatches") + value(outcome, "insertions")).isPositive();
  }

  @Test
  void theMostSimilarEnumerationOfTheContextsCounts() {
    String other = "- Apples from Spain\n- Pears from Chile\n- Plums from Kent\n- Figs from Crete";
    assertThat(value(score(List.of(other, CONTEXT), CONTEXT), "edits")).isZero();
  }

  @Test
  void oneSideWithoutStepsIsAllEditsAndNoneIsNotApplicable() {
    assertThat(value(score(List.of(CONTEXT), "Use the app."), "insertions")).isEqualTo(3);
    assertThat(value(score(List.of("The fee is $5."), CONTEXT), "deletions")).isEqualTo(3);
    Outcome none = score(List.of("The fee is $5."), "It is $5.");
    assertThat(((Measure.Absent) none.measures().get("edits")).status())
        .isEqualTo(Status.NOT_APPLICABLE);
  }

  /**
   * The model finds in running text what the rules do not; the longest list of the answer counts.
   */
  @Test
  void aLanguageModelFindsStepsInRunningText() {
    String context = "To block a card open the app, choose the card, then press the button.";
    String answer = "Open the app and press the button. Also: smile.";
    assertThat(((Measure.Absent) score(List.of(context), answer).measures().get("edits")).status())
        .isEqualTo(Status.NOT_APPLICABLE);
    String three = "[\"Open the app.\", \"Choose the card.\", \"Press the button.\"]";
    String two = "[\"Smile.\"], [\"Open the app.\", \" Press the button.\"]";
    Outcome outcome =
        Judged.score(
            new StepAlignmentJudge(),
            Example.of("How?", null, List.of(context, "The fee is $5."), answer),
            call -> {
              String user = Judged.user(call);
              String found = user.contains("smile") ? two : user.contains("fee") ? "" : three;
              return StoredReply.of("{\"procedures\": [" + found + "]}");
            });
    assertThat(value(outcome, "edits")).isEqualTo(1);
    assertThat(value(outcome, "insertions")).isEqualTo(1);
    assertThat(value(outcome, "context_steps")).isEqualTo(3);
    assertThat(value(outcome, "answer_steps")).isEqualTo(2);
    assertThat(new StepAlignmentJudge().calls(2)).isEqualTo(3);
  }

  private static Outcome score(List<String> contexts, String answer) {
    return new Scoring(List.of(new StepAlignment()))
        .score(
            List.of(Example.of("How?", null, contexts, answer)),
            FakeModels.with(FakeEmbedder.hashing(256)))
        .get(0)
        .get("step_alignment");
  }

  private static double value(Outcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }
}
