package dev.assay.questions.asked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordingTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "What does this document say about fees?",
        "According to the passage, what is the fee?",
        "Which fee is mentioned above?",
        "What is the main idea of the text?",
        "What does the second passage add about wires?",
        "What do both passages say about wires?",
        "Which rule is described in the document?",
        "How much is the fee stated in the article?",
        "What must a customer do under this section?",
        "What does the author say of overdrafts?",
        "What fact 3 tells about the fee?",
        "What is the deadline in the above table?",
        "When do they reply?",
        "What is this?",
        "Based on the provided context, who signs?",
        "Who signs as described here?"
      })
  void pointsAtATextThatNobodySees(String question) {
    assertThat(Wording.pointsElsewhere(question)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "What must a customer do if they lose a debit card?",
        "Which documents does a lender need for a mortgage?",
        "What does Regulation E say about errors?",
        "How long does it take to close an account?",
        "Who signs the document of title?",
        "How many text messages does the bank send a day?",
        "Is the card replaced in this case of loss that the bank caused?",
        "What is stated in the document on sanctions?",
        "Which section of Regulation B covers spouses?"
      })
  void standsAlone(String question) {
    assertThat(Wording.pointsElsewhere(question)).isEmpty();
  }

  @Test
  void isOneLineThatAsks() {
    assertThat(Wording.problem("What is the fee?")).isEmpty();
    assertThat(Wording.problem("手数料はいくらですか？")).isEmpty();
    assertThat(Wording.problem("Tell me the fee.")).contains("no_question");
    assertThat(Wording.problem("What\nis the fee?")).contains("markup");
    assertThat(Wording.problem("What <b>is</b> the fee?")).contains("markup");
    assertThat(Wording.problem("Is 3 < 4 or 5 > 4?")).isEmpty();
    assertThat(Wording.problem("<".repeat(Wording.LONGEST - 1) + "?")).contains("markup");
    assertThat(Wording.problem("a".repeat(Wording.LONGEST) + "?")).contains("too_long");
    assertThat(Wording.problem(" ")).contains("empty_question");
  }

  /**
   * Ten words have six runs of five. "fee for a wire abroad is" has six words and so two runs; both
   * stand in the source. 2 / 6.
   */
  @Test
  void copiedIsAShareOfRunsOfFive() {
    String question = "So how high, fee for a wire abroad is, today?";
    List<String> source = List.of("The Fee for a wire abroad is high.");
    assertThat(Wording.copied(question, source)).isCloseTo(2 / 6.0, within(1e-12));
    assertThat(Wording.copied("The fee for a wire?", source)).isEqualTo(1);
    assertThat(Wording.copied("Which fee?", source)).isZero();
  }
}
