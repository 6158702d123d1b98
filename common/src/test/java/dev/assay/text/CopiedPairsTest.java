package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CopiedPairsTest {
  private static final List<String> CONTEXTS = List.of("The fee is 8 dollars.", "It is due.");

  @Test
  void aPairCountsWhereOneContextHasItSideBySide() {
    // the fee, fee is, is due, due today: three of four
    assertThat(CopiedWords.pairs("The fee is due today", CONTEXTS)).hasValue(.75);
    // "dollars it" stands across two contexts
    assertThat(CopiedWords.pairs("dollars it", CONTEXTS)).hasValue(0);
  }

  @Test
  void aSingleWordCountsAsOne() {
    assertThat(CopiedWords.pairs("Fee!", CONTEXTS)).hasValue(1);
    assertThat(CopiedWords.pairs("card", CONTEXTS)).hasValue(0);
  }

  @Test
  void withoutWordsOrContextsThereIsNone() {
    assertThat(CopiedWords.pairs("…", CONTEXTS)).isEmpty();
    assertThat(CopiedWords.pairs("the fee", List.of())).isEmpty();
    assertThat(CopiedWords.pairs(null, CONTEXTS)).isEmpty();
  }
}
