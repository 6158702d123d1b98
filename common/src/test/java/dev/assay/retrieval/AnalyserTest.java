package dev.assay.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnalyserTest {
  @Test
  void keepsContentWordsAndNumbersInTheSingular() {
    assertThat(Analyser.terms("The fees of 10,000 (or 3.5 %) for Policies' losses"))
        .containsExactly("fee", "10000", "3.5", "policy", "losse");
  }

  @Test
  void anyTextIsAccepted() {
    assertThat(Analyser.terms("")).isEmpty();
    assertThat(Analyser.terms("🙂 \u0000 ⸺")).isEmpty();
    assertThat(Analyser.terms("x1,".repeat(400_000))).hasSize(400_000);
  }
}
