package dev.assay.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.EntailmentModel;
import dev.assay.model.ModelException;
import dev.assay.model.Support;
import dev.assay.model.TrainedWeights;
import dev.assay.summac.EntailmentBins;
import dev.assay.summac.SummacLayer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummacTrainingTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("claims.jsonl");
  }

  /**
   * A model that gives .92 to pairs which say the same and .3 to the others: a supported claim has
   * one pair in bin 10, an invented one none. That separates them, so the held-out AUROC is 1.
   */
  @Test
  void whatTheModelTellsApartTheLayerTellsApart() throws Exception {
    Files.write(file, rows(150));
    TrainedWeights result = new SummacTraining(file, new Same(), 7).run();
    SummacLayer layer = SummacLayer.parse(result.weights());
    assertThat(layer.model()).isEqualTo("same");
    assertThat(layer.weights().get(10)).isPositive();
    assertThat(layer.weights().get(22)).as("no pair was ever there").isZero();
    assertThat(layer.probability(List.of(EntailmentBins.counts(new double[] {.92, .3}))))
        .isGreaterThan(.75);
    assertThat(layer.probability(List.of(EntailmentBins.counts(new double[] {.3, .3}))))
        .isLessThan(.25);
    assertThat(result.texts()).isEqualTo(150);
    JsonNode report = JSON.readTree(result.report());
    assertThat(report.at("/unseen/summac_conv/auroc").asDouble()).isEqualTo(1);
    assertThat(report.at("/seen").asInt() + report.at("/unseen/claims").asInt()).isEqualTo(150);
    assertThat(report.at("/model").asText()).isEqualTo("same");
    assertThat(new SummacTraining(file, new Same(), 7).run()).isEqualTo(result);
  }

  @Test
  void aDocumentIsEitherSeenOrNot() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      lines.add(row("The same document.", "Claim number %d.".formatted(i), "supported"));
    }
    Files.write(file, lines);
    assertThat(LabelledClaim.read(file).stream().map(claim -> claim.heldOut(7)))
        .hasSize(40)
        .containsOnly(LabelledClaim.read(file).get(0).heldOut(7));
  }

  @Test
  void tooFewAreSaidAndTooLongAreCounted() throws Exception {
    Files.write(file, rows(20));
    assertThatThrownBy(() -> new SummacTraining(file, new Same(), 7).run())
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("10 of each are needed");
    List<String> lines = new ArrayList<>(rows(150));
    String book = "Here is a sentence of a book. ".repeat(100);
    lines.add(row(book, book, "supported"));
    Files.write(file, lines);
    JsonNode report = JSON.readTree(new SummacTraining(file, new Same(), 7).run().report());
    assertThat(report.at("/too_long").asInt()).isEqualTo(1);
  }

  @Test
  void aBadRowIsNamed() throws Exception {
    for (Map.Entry<String, String> bad :
        Map.of(
                "{",
                "Line 2",
                "{} {}",
                "Line 2",
                "{\"document\":\"a\",\"claim\":1}",
                "it needs a text \"claim\"",
                row("Here it is.", "Here it is.", "yes"),
                "label is \"yes\"",
                row(" ", "Here it is.", "supported"),
                "no sentence")
            .entrySet()) {
      Files.write(file, List.of("", bad.getKey()));
      assertThatThrownBy(() -> LabelledClaim.read(file))
          .as(bad.getKey())
          .isInstanceOf(ModelException.class)
          .hasMessageContaining("Line 2 of '" + file)
          .hasMessageContaining(bad.getValue());
    }
    assertThatThrownBy(() -> LabelledClaim.read(folder.resolve("none")))
        .hasMessageContaining("models.train-summac.data");
  }

  /**
   * Documents of two sentences; every second claim is its first sentence, the others are made up.
   */
  private static List<String> rows(int count) throws Exception {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String fee = "Product %d has a fee of %d dollars.".formatted(i, 5 + i);
      String document = fee + " Branches are open on Monday.";
      boolean supported = i % 2 == 0;
      rows.add(
          row(
              document,
              supported ? fee : "Product %d is given away with a toaster.".formatted(i),
              supported ? "supported" : "not_supported"));
    }
    return rows;
  }

  private static String row(String document, String claim, String label) throws Exception {
    return JSON.writeValueAsString(Map.of("document", document, "claim", claim, "label", label));
  }

  /** Knows what is said in the same words. */
  private record Same() implements EntailmentModel {
    @Override
    public String id() {
      return "same";
    }

    @Override
    public boolean knowsContradiction() {
      return true;
    }

    @Override
    public List<Support> judge(List<Claim> claims) {
      return claims.stream()
          .map(claim -> claim.passages().contains(claim.sentence()) ? .92 : .3)
          .map(
              p ->
                  new Support(
                      p,
                      Math.log(p / (1 - p)),
                      OptionalDouble.empty(),
                      OptionalDouble.of(0),
                      Optional.empty(),
                      List.of(),
                      Map.of(),
                      false))
          .toList();
    }
  }
}
