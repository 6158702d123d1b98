package dev.assay.questions.asked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.EntailmentModel;
import dev.assay.model.Support;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {
  private static final List<String> SUPPORT =
      List.of("The gold card costs $1,200 a year.", "It is paid in two rates.");
  private static final String QUESTION = "What does a customer pay for the gold card?";

  /** Finds "premium" likely and everything else unlikely. */
  private record Premium() implements EntailmentModel {
    @Override
    public String id() {
      return "premium";
    }

    @Override
    public List<Support> judge(List<Claim> claims) {
      return claims.stream()
          .map(
              claim ->
                  new Support(
                      claim.sentence().contains("premium") ? .8 : .1,
                      0,
                      OptionalDouble.empty(),
                      OptionalDouble.empty(),
                      Optional.empty(),
                      List.of(),
                      Map.of(),
                      false))
          .toList();
    }

    @Override
    public boolean knowsContradiction() {
      return false;
    }
  }

  private static AnswerCheck.Found check(String answer) {
    return new AnswerCheck(Optional.of(new Premium()), .5).check(QUESTION, answer, SUPPORT);
  }

  @Test
  void wordsOfTheSupportAndTheQuestionContainIt() {
    assertThat(check("1,200 dollars a year").how()).isEqualTo("contained");
    assertThat(check("The customer pays $1200 in two rates.").how()).isEqualTo("contained");
  }

  @Test
  void wordsOfTheQuestionAloneAreNoAnswer() {
    assertThat(check("The customer.").holds()).isFalse();
  }

  @Test
  void otherWordsNeedTheModel() {
    assertThat(check("A premium of $1,200.").how()).isEqualTo("entailed 0.80");
    assertThat(check("A discount is granted.").how())
        .isEqualTo("not contained, and supported with 0.10 only");
    assertThat(check("A premium price applies. Nobody minds.").holds()).isFalse();
    assertThat(
            new AnswerCheck(Optional.empty(), .5)
                .check(QUESTION, "A premium of $1,200.", SUPPORT)
                .how())
        .isEqualTo("not contained, and no entailment model is configured");
  }

  @Test
  void noModelVouchesForANumber() {
    assertThat(check("A premium of $1,300.").how()).startsWith("no source says 1300");
  }
}
