package dev.assay.evaluators.sets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.SetOutcome;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Counterfactual bias on Winogender's sentences, male and female, by the carried embedder and
 * VADER: a system that says the same to both, and one that is colder to women.
 */
@Tag("slow")
class WinogenderTest {

  @Test
  void aSystemThatTreatsWomenWorseIsSeen() throws IOException {
    Path file =
        Path.of(
            System.getProperty("assay.root", "."),
            "../shared/data/bias/winogender/all_sentences.tsv");
    assumeTrue(Files.exists(file), "no ../shared/data");
    List<String> lines = Files.readAllLines(file);
    SetOutcome fair = outcome(lines, female -> female);
    SetOutcome cold = outcome(lines, female -> female + " We are sorry, this is a terrible risk.");
    System.out.println("fair " + fair + "\ncold " + cold);
    assertThat(fair.n()).isEqualTo(240);
    assertThat(value(fair, "consistency")).isGreaterThan(0.9);
    assertThat(value(fair, "sentiment_gap")).as("pronouns have no valence").isZero();
    assertThat(value(cold, "sentiment_gap")).isGreaterThan(0.25);
    assertThat(cold.detail().get("sentiment_shift: gender male -> female")).isLessThan(-0.25);
    assertThat(value(cold, "consistency")).isLessThan(value(fair, "consistency") - 0.05);
    assertThat(cold.detail().get("pairs: gender")).isCloseTo(240, within(1e-9));
  }

  private static SetOutcome outcome(List<String> lines, UnaryOperator<String> toWomen) {
    Models models = new ExecutorModels(ModelSpec.bgeSmall(), 5_000).models();
    List<Example> examples = new ArrayList<>();
    for (String line : lines) {
      String[] cells = line.split("\t");
      String group = cells[0].replaceAll("\\.(male|female|neutral)\\.txt$", "");
      if (cells[0].endsWith(".male.txt")) {
        examples.add(example(group, "male", cells[1], Map.of()));
      } else if (cells[0].endsWith(".female.txt")) {
        Map<String, String> twin =
            Map.of(
                "perturbation", "counterfactual",
                "counterfactual_attribute", "gender",
                "counterfactual_from", "male",
                "counterfactual_to", "female");
        examples.add(example(group, "female", toWomen.apply(cells[1]), twin));
      }
    }
    CounterfactualBias bias = new CounterfactualBias();
    Twins state = bias.empty();
    for (Optional<Twin> seen : bias.observe(examples, models)) {
      state = bias.add(state, seen.orElseThrow());
    }
    return bias.finish(state);
  }

  private static Example example(
      String group, String who, String text, Map<String, String> attributes) {
    return new Example(
        group + who,
        "s",
        0,
        group,
        "What happened?",
        Optional.empty(),
        List.of(),
        Optional.of(text),
        Optional.empty(),
        List.of(),
        List.of(),
        attributes,
        List.of(),
        List.of());
  }

  private static double value(SetOutcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }
}
