package dev.assay.evaluators.sets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.SetOutcome;
import dev.assay.evaluators.sets.QuestionSample.Question;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Drift between real customers' questions, by the bundled embedder. */
@Tag("slow")
class BankingDriftTest {

  @Test
  void disjointIntentsDriftAndMixedOnesDoNot() throws IOException {
    Path file =
        Path.of(System.getProperty("assay.root", "."), "../shared/data/banking77/train.csv");
    assumeTrue(Files.exists(file), "no ../shared/data");
    List<String> lines = Files.readAllLines(file);
    List<String> cards = intent(lines, "card_arrival");
    List<String> rates = intent(lines, "exchange_rate");
    List<String> disjoint = new ArrayList<>(cards);
    disjoint.addAll(rates);
    List<String> mixed = new ArrayList<>();
    for (int i = 0; i < cards.size(); i++) {
      mixed.add(cards.get(i));
      mixed.add(rates.get(i));
    }
    SetOutcome drifted = outcome(disjoint);
    SetOutcome same = outcome(mixed);
    System.out.println("disjoint " + drifted.measures() + "\nmixed " + same.measures());
    assertThat(value(drifted, "questions_drift")).isGreaterThan(0.1);
    assertThat(value(drifted, "mmd_p")).isLessThanOrEqualTo(0.005);
    assertThat(value(same, "questions_drift")).isLessThan(0.05);
    assertThat(value(same, "mmd_p")).isGreaterThan(0.05);
  }

  private static List<String> intent(List<String> lines, String intent) {
    return lines.stream()
        .filter(line -> line.endsWith("," + intent))
        .map(line -> line.substring(0, line.length() - intent.length() - 1).replace("\"", ""))
        .limit(50)
        .toList();
  }

  private static SetOutcome outcome(List<String> questions) {
    Models models = new ExecutorModels(ModelSpec.bgeSmall(), 1_000).models();
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      examples.add(
          new Example(
              "case-" + i,
              "s",
              0,
              "case-" + i,
              questions.get(i),
              Optional.empty(),
              List.of(),
              Optional.empty(),
              Optional.empty(),
              List.of(),
              List.of(),
              Map.of("timestamp", Integer.toString(i)),
              List.of(),
              List.of()));
    }
    QuestionsDrift drift = new QuestionsDrift();
    QuestionSample state = drift.empty();
    for (Optional<Question> question : drift.observe(examples, models)) {
      state = drift.add(state, question.orElseThrow());
    }
    return drift.finish(state);
  }

  private static double value(SetOutcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }
}
