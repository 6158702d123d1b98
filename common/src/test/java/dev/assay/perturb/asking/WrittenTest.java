package dev.assay.perturb.asking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Perturbator.Asked;
import dev.assay.perturb.registry.Perturbators;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WrittenTest {
  private static final String QUESTION = "What does the Gold Card cost in 2024?";

  @Test
  void whatCannotBeUsedIsToldByItsWords() {
    assertThat(Written.problem(Written.PARAPHRASE, QUESTION, "")).contains("the reply is blank");
    assertThat(Written.problem(Written.PARAPHRASE, QUESTION, "The Gold Card costs 8 in 2024."))
        .contains("the reply is no question any more");
    assertThat(
            Written.problem(Written.PARAPHRASE, QUESTION, "what does the gold card cost, in 2024?"))
        .contains("the reply has the same words in the same order");
    assertThat(Written.problem(Written.PARAPHRASE, QUESTION, "In 2024, how much is a Gold Card?"))
        .isEmpty();
    assertThat(Written.problem(Written.PARAPHRASE, "Gold Card price", "price of the Gold Card"))
        .as("what was no question need not become one")
        .isEmpty();
    assertThat(Written.problem(Written.MISINFORMATION, QUESTION, "Is the Gold Card free?"))
        .contains("the reply is a question, no statement");
    assertThat(Written.problem(Written.MISINFORMATION, QUESTION, "Grass is blue."))
        .contains("the reply names nothing that the question is about");
    assertThat(Written.problem(Written.MISINFORMATION, QUESTION, "The Gold Card is free."))
        .isEmpty();
  }

  @Test
  void aReplyIsOneLineWithoutControlCharacters() {
    assertThat(Written.line(" How\nmuch\u0000 \u202E is it? ")).isEqualTo("How much is it?");
  }

  /** A paraphrase that loses a name or number is no twin, and what nobody asked for is told. */
  @Test
  void theChainChecksWhatWasWritten() {
    assertThat(twin("paraphrase", Map.of("paraphrase", "How much is a Card in 2024?")).reason())
        .contains("'Gold'");
    assertThat(twin("paraphrase", Map.of("paraphrase", "In 2024, how much is a Gold Card?")).twin())
        .hasValueSatisfying(
            twin -> assertThat(twin.question()).isEqualTo("In 2024, how much is a Gold Card?"));
    assertThat(twin("paraphrase", Map.of()).reason())
        .isEqualTo("paraphrase: no language model was asked for it");
    assertThat(
            twin(
                    "written_misinformation",
                    Map.of("written_misinformation", "The Gold Card is free."))
                .twin())
        .hasValueSatisfying(
            twin -> assertThat(twin.question()).isEqualTo("The Gold Card is free. " + QUESTION));
  }

  private static Chain.Result twin(String id, Map<String, String> written) {
    return new Chain(List.of(Perturbators.of(id)), Intensity.MEDIUM)
        .twin(new Asked(QUESTION, List.of(), written), 1, "case");
  }
}
