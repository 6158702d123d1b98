package dev.assay.report.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.alignment.Stretch.Link;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlignmentTest {
  @Test
  void aNumberDiffersWhereTheOtherTextHasNotItsDigits() {
    assertThat(Piece.of("It costs $1,000 for 5 years.", "1000 dollars, for 4 years"))
        .containsExactly(
            new Piece("It costs $1,000 for ", false),
            new Piece("5", true),
            new Piece(" years.", false));
    assertThat(Piece.of("2.5 %", "2.50 %"))
        .as("digits are compared, not values")
        .containsExactly(new Piece("2.5", true), new Piece(" %", false));
  }

  @Test
  void nothingDiffersFromNoText() {
    assertThat(Piece.of("It costs 5.", " ")).containsExactly(new Piece("It costs 5.", false));
    assertThat(Piece.of("", "5")).isEmpty();
  }

  @Test
  void aPassageShowsWhichSentencesItSupportsAndLosesNoCharacter() {
    List<Stretch> stretches =
        Stretch.of(
            "Cards cost $8. They last 4 years. Ask a clerk.",
            List.of(
                new Link("1", "Cards cost $8."),
                new Link("2", "They last 4 years."),
                new Link("3", "Cards cost $8."),
                new Link("4", "cost $8. They"),
                new Link("5", "is nowhere"),
                new Link("6", "")));
    assertThat(stretches)
        .containsExactly(
            new Stretch("Cards cost $8.", "1, 3"),
            new Stretch(" ", ""),
            new Stretch("They last 4 years.", "2"),
            new Stretch(" Ask a clerk.", ""));
  }

  @Test
  void aPassageThatSupportsNothingIsWhole() {
    assertThat(Stretch.of("Ask a clerk.", List.of()))
        .containsExactly(new Stretch("Ask a clerk.", ""));
    assertThat(Stretch.of("", List.of(new Link("1", "x")))).isEmpty();
  }
}
