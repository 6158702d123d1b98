package dev.assay.evaluators.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Evaluator;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.evaluators.Evaluators;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BertScoreTest {
  @TempDir private Path folder;

  /** (x − b) / (1 − b) for each, and −1 as far down as the range then goes. */
  @Test
  void aBaselineMovesUnrelatedTextsToZero() {
    Outcome plain = score(Map.of(), "The fee is due.", "A card was lost.");
    Outcome rescaled =
        score(Map.of("baseline", "0.25, 0.5, 0.75"), "The fee is due.", "A card was lost.");
    assertThat(value(rescaled, "bertscore_precision"))
        .isCloseTo((value(plain, "bertscore_precision") - .25) / .75, within(1e-12));
    assertThat(value(rescaled, "bertscore_recall"))
        .isCloseTo((value(plain, "bertscore_recall") - .5) / .5, within(1e-12));
    assertThat(value(rescaled, "bertscore_f1"))
        .isCloseTo((value(plain, "bertscore_f1") - .75) / .25, within(1e-12));
    Outcome silent = score(Map.of("baseline", "0.5,0.5,0.5"), "The fee is due.", "");
    assertThat(value(silent, "bertscore_f1")).isEqualTo(-3);
  }

  /** "the" stands in all three references: log(4/4) = 0, so only "fee" counts, which is found. */
  @Test
  void withIdfWordsOfEveryReferenceCountNothing() throws IOException {
    Path file =
        Files.writeString(folder.resolve("references.txt"), "the fee\nthe card\n\nthe app\n");
    Outcome plain = score(Map.of(), "fee", "the fee");
    Outcome weighted = score(Map.of("idf", file.toString()), "fee", "the fee");
    assertThat(value(plain, "bertscore_precision")).isLessThan(.99);
    assertThat(value(weighted, "bertscore_precision")).isCloseTo(1, within(1e-6));
    Outcome none = score(Map.of("idf", file.toString()), "fee", "the the");
    assertThat(none.measures().get("bertscore_precision"))
        .isEqualTo(Measure.noInput("one of the texts has no token that counts"));
    Path suite =
        Files.writeString(
            folder.resolve("suite.jsonl"),
            "{\"expected_answer\": \"the fee\"}\n{\"text\": \"the card\"}\n");
    assertThat(IdfReferences.of(suite.toString()).texts()).containsExactly("the fee", "the card");
  }

  @Test
  void aBaselineIsReadFromAFileOfThePackage() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("roberta-large.tsv"),
            "LAYER,P,R,F\n0,0.1,0.2,0.3\n17,0.8315,0.8316,0.8314\n18,0.5,0.5,0.5\n");
    assertThat(Baseline.of(file + "#17")).isEqualTo(new Baseline(.8315, .8316, .8314));
    assertThat(Baseline.of(file.toString())).isEqualTo(new Baseline(.5, .5, .5));
    assertThat(Baseline.of("none")).isEqualTo(Baseline.NONE);
    assertThatThrownBy(() -> Baseline.of(file + "#3")).hasMessageContaining("no row");
    assertThatThrownBy(() -> Evaluators.of("bertscore", Map.of("baseline", "1,1,1")))
        .hasMessageContaining("baseline = \"1,1,1\" is not none, three numbers")
        .hasMessageContaining("a baseline must lie in [-1, 1), got 1.0");
    assertThatThrownBy(() -> Evaluators.of("bertscore", Map.of("idf", "nowhere.txt")))
        .hasMessageContaining("is not none or a file of reference texts");
  }

  @Test
  void provenanceSaysWhatTheyAre() throws IOException {
    Path file = Files.writeString(folder.resolve("references.txt"), "the fee\n");
    Evaluator evaluator =
        Evaluators.of("bertscore", Map.of("idf", file.toString(), "baseline", "0.5,0.5,0.5"));
    assertThat(evaluator.provenance()).contains("1 texts ").contains("baseline=0.5,0.5,0.5");
    assertThat(new BertScore().provenance()).isEqualTo("BertScore[idf=none, baseline=none]");
  }

  private static Outcome score(Map<String, String> parameters, String expected, String answer) {
    return ((RowEvaluator) Evaluators.of("bertscore", parameters))
        .score(
            List.of(Example.of("q", expected, List.of(), answer)),
            FakeModels.with(FakeEmbedder.hashing(8)))
        .get(0);
  }

  private static double value(Outcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }
}
