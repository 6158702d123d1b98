package dev.assay.questions.asked;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotationTest {
  private static final String TEXT =
      "A “gold”  card costs\n$12 – it isn’t free.\u00a0Re\u00adplies take 20\u200b days.";

  @Test
  void findsWhatIsThereInAnotherSpellingAndGivesTheTextsOwn() {
    assertThat(Quotation.find(TEXT, "A \"gold\" card costs $12 - it isn't free."))
        .contains("A “gold”  card costs\n$12 – it isn’t free.");
    assertThat(Quotation.find(TEXT, "“it isn't free. Replies take…”"))
        .contains("it isn’t free.\u00a0Re\u00adplies take");
    assertThat(Quotation.find(TEXT, "  Replies take 20 days. ")).isPresent();
  }

  @Test
  void oneOtherLetterOrDigitIsNotThere() {
    assertThat(Quotation.find(TEXT, "Replies take 21 days.")).isEmpty();
    assertThat(Quotation.find(TEXT, "replies take 20 days.")).isEmpty();
    assertThat(Quotation.find(TEXT, "A gold card costs $12")).isEmpty();
  }

  @Test
  void aWordOrTwoIsNoSentence() {
    assertThat(Quotation.find(TEXT, "free")).isEmpty();
    assertThat(Quotation.find(TEXT, "")).isEmpty();
    assertThat(Quotation.find("", "a sentence of words")).isEmpty();
    assertThat(Quotation.find(TEXT, "\"".repeat(100_000))).isEmpty();
  }
}
