package dev.assay.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Hashes;
import dev.assay.model.DiskMemory;
import dev.assay.model.EncodedText;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.ModelException;
import dev.assay.model.Support;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEmbedder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupportModelTest {
  private static final List<String> CONTEXT =
      List.of(
          "The replacement card costs $8.50. It arrives within ten business days.",
          "Customers may cancel the account at any time. Deposits increased in 2021.");
  private static final Counting TOKENS = new Counting(new OnnxEmbedder(ModelSpec.bgeSmall()));
  private static final SupportModel MODEL =
      new SupportModel(SupportFile.of("bundled:support-v1"), TOKENS, 10_000);

  @Test
  void whatThePassagesSayIsSupportedAndAFaultIsNot() {
    Support said = judge("It arrives within 10 business days.");
    assertThat(said.probability()).isGreaterThan(0.5);
    assertThat(said.flags()).isEmpty();
    assertThat(said.match().orElseThrow())
        .isEqualTo(new Support.Match(0, "It arrives within ten business days."));
    for (String fault :
        List.of(
            "It arrives within 10 months.",
            "Customers may not cancel the account at any time.",
            "The bank was founded in Zürich by Anna Muster.")) {
      assertThat(judge(fault).probability()).as(fault).isLessThan(said.probability());
    }
  }

  @Test
  void flagsSayWhatAReaderShouldLookAt() {
    assertThat(judge("The replacement card costs $5.80.").flags()).contains("number_mismatch");
    assertThat(judge("Deposits decreased in 2021.").flags()).contains("antonym");
    assertThat(judge("Customers may not cancel the account.").flags()).contains("negation");
    assertThat(judge("Customers must cancel the account at any time.").flags())
        .contains("modality");
    assertThat(judge("The card of Anna Muster costs $8.50.").flags()).contains("entity_mismatch");
  }

  @Test
  void theDistanceIsTheLogitOverTheWeightsLength() {
    Support support = judge("The card is free.");
    double norm = SupportFile.of("bundled:support-v1").weights().norm();
    double distance = support.logit() / norm;
    assertThat(support.distance().orElseThrow()).isCloseTo(distance, within(1e-12));
    assertThat(support.probability()).isCloseTo(1 / (1 + Math.exp(-distance)), within(1e-12));
    assertThat(support.detail()).containsKeys("min_alignment", "unigram_idf");
    assertThat(support.contradiction()).isEmpty();
  }

  @Test
  void sentencesThatMemoryHasLetGoComeFromDiskWithTheSameVerdicts(@TempDir Path folder) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      claims.add(new Claim(CONTEXT, "Card number " + i + " costs $8.50 this year."));
    }
    Counting counting = new Counting(TOKENS.model());
    DiskMemory disk = new DiskMemory(() -> folder, 1 << 20);
    SupportModel forgetful =
        new SupportModel(SupportFile.of("bundled:support-v1"), counting, 20, disk);
    List<Support> first = claims.stream().map(claim -> judged(forgetful, claim)).toList();
    assertThat(claims.stream().map(claim -> judged(forgetful, claim)).toList()).isEqualTo(first);
    assertThat(counting.texts).as("30 sentences and 4 of the context").hasSize(34);
    assertThat(MODEL.judge(claims)).isEqualTo(first);
  }

  private static Support judged(SupportModel model, Claim claim) {
    return model.judge(List.of(claim)).get(0);
  }

  @Test
  void aVerdictDoesNotDependOnTheOtherClaimsAndEachSentenceIsComputedOnce() {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      claims.add(new Claim(CONTEXT, "Card number " + i + " costs $8.50 this year."));
    }
    Counting counting = new Counting(TOKENS.model());
    SupportModel fresh = new SupportModel(SupportFile.of("bundled:support-v1"), counting, 10_000);
    List<Support> together = fresh.judge(claims);
    assertThat(counting.texts).as("30 sentences and 4 of the context").hasSize(34);
    for (int i = 0; i < claims.size(); i += 7) {
      assertThat(MODEL.judge(List.of(claims.get(i)))).containsExactly(together.get(i));
    }
    fresh.judge(claims);
    assertThat(counting.texts).hasSize(34);
  }

  /** Of a sentence and of a passage alike: 700 single letters are more tokens than are read. */
  @Test
  void aLineThatIsNotReadToItsEndIsSaid() {
    String line = "a b ".repeat(350) + "c.";
    assertThat(judge("The card is free.").truncated()).isFalse();
    assertThat(judge(line).truncated()).isTrue();
    Claim claim = new Claim(List.of(CONTEXT.get(0), line), "The card is free.");
    assertThat(MODEL.judge(List.of(claim)).get(0).truncated()).isTrue();
  }

  @Test
  void textsWithoutWordsHaveAVerdict() {
    for (String text : List.of("?!", "x", "It is.", "word ".repeat(400), "这是一个句子。", "\ud800")) {
      assertThat(judge(text).probability()).as(text).isBetween(0.0, 1.0);
    }
    Support nothing = MODEL.judge(List.of(new Claim(List.of("", "…"), "The card."))).get(0);
    assertThat(nothing.match()).isEmpty();
    assertThat(nothing.probability()).isLessThan(0.5);
  }

  @Test
  void aWrongFileIsSaid(@TempDir Path folder) throws Exception {
    assertThatThrownBy(() -> SupportFile.of(folder.toString()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("support-v1.json");
    Path file = Files.writeString(folder.resolve("w.json"), "{\"features\": {}}");
    assertThatThrownBy(() -> SupportFile.of(file.toString()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("features.min_alignment.mean is no number");
  }

  @Test
  void theFileSurvivesWritingAndReading() throws Exception {
    SupportWeights weights = SupportFile.of("bundled:support-v1").weights();
    SupportFile again = SupportFile.parse("x", SupportFile.text(weights, "t", List.of("d")));
    assertThat(again.weights().weights()).containsExactly(weights.weights());
    assertThat(again.weights().means()).containsExactly(weights.means());
    assertThat(again.weights().idf()).isEqualTo(weights.idf());
  }

  /** Else scores by other features would be taken for those of these weights. */
  @Test
  void theRevisionIsOfTheWeightsAndOfWhatTheFeaturesAre() throws Exception {
    String text = SupportFile.text(weights(), "t", List.of("d"));
    String id = SupportFile.parse("x", text).id("tokens");
    assertThat(id)
        .isEqualTo("support-v1@" + Hashes.sha256("features 2", text).substring(0, 12) + "/tokens");
    assertThat(SupportFile.parse("x", text.replace("\"d\"", "\"e\"")).id("tokens"))
        .isNotEqualTo(id);
  }

  private static SupportWeights weights() {
    return SupportFile.of("bundled:support-v1").weights();
  }

  private static Support judge(String sentence) {
    return MODEL.judge(List.of(new Claim(CONTEXT, sentence))).get(0);
  }

  /** Notes the texts that reach the model. */
  private record Counting(OnnxEmbedder model, List<String> texts) implements TokenEmbedder {
    Counting(OnnxEmbedder model) {
      this(model, new ArrayList<>());
    }

    @Override
    public String id() {
      return model.id();
    }

    @Override
    public List<EncodedText> encode(List<String> wanted) {
      texts.addAll(wanted);
      return model.encode(wanted);
    }

    @Override
    public List<long[]> ids(List<String> wanted) {
      return model.ids(wanted);
    }
  }
}
