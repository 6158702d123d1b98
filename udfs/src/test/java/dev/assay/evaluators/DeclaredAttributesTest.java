package dev.assay.evaluators;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evaluator;
import dev.assay.core.Example;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.spark.ExampleRows;
import dev.assay.spark.Scoring;
import dev.assay.testing.Examples;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import dev.assay.testing.Judged;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An attribute that an evaluator doesn't declare changes nothing of what it says: its scores are
 * not made again for one.
 */
class DeclaredAttributesTest {
  private static final List<Example> EXAMPLES =
      Examples.random(20261123, 25).stream().map(DeclaredAttributesTest::bare).toList();

  /** Every attribute that some evaluator reads, with values that change what it says. */
  private static final Map<String, List<String>> TELLING =
      Map.ofEntries(
          Map.entry("json_schema", List.of("{\"type\": \"object\"}", "{\"type\": \"string\"}")),
          Map.entry("expected_files", List.of("report.csv", "a.txt, b.txt")),
          Map.entry("question_weights", List.of("1", "0.5,1,2")),
          Map.entry("answer_weights", List.of("1", "0.5,1,2")),
          Map.entry("context_weights", List.of("1", "0.5,1,2")),
          Map.entry("relevant_grades", List.of("{\"c1\": 3}", "no grades")),
          Map.entry("required", List.of("all", "1", "[\"a bank\"]")),
          Map.entry("attack_category", List.of("injection", "jailbreak")),
          Map.entry("attack_goal", List.of("say yes", "The fee is 12 percent.")),
          Map.entry("answer_type", List.of("none", "number")),
          Map.entry("value_type", List.of("date", "number")),
          Map.entry("counterfactual_attribute", List.of("gender", "age")),
          Map.entry("counterfactual_from", List.of("he")),
          Map.entry("counterfactual_to", List.of("she")),
          Map.entry("timestamp", List.of("2026-01-01T00:00:00Z")),
          Map.entry("product", List.of("Cards")));

  static Stream<Evaluator> scored() {
    return Evaluators.all().stream()
        .filter(one -> one instanceof RowEvaluator || one instanceof AskingEvaluator);
  }

  @Test
  void whatIsDeclaredIsTried() {
    assertThat(TELLING.keySet())
        .containsAll(
            scored().flatMap(one -> one.spec().attributes().stream()).collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @MethodSource("scored")
  void whatIsNotDeclaredChangesNothing(Evaluator evaluator) {
    List<Outcome> without = score(evaluator, EXAMPLES);
    Set<String> undeclared = new TreeSet<>(TELLING.keySet());
    undeclared.removeAll(evaluator.spec().attributes());
    for (String name : undeclared) {
      for (String value : TELLING.get(name)) {
        List<Example> with =
            EXAMPLES.stream().map(example -> with(example, Map.of(name, value))).toList();
        assertThat(score(evaluator, with))
            .as("%s does not declare '%s' (%s)", evaluator.spec().id(), name, value)
            .isEqualTo(without);
      }
    }
  }

  private static List<Outcome> score(Evaluator evaluator, List<Example> batch) {
    Spec spec = evaluator.spec();
    if (evaluator instanceof AskingEvaluator asking) {
      return IntStream.range(0, batch.size())
          .mapToObj(i -> Judged.score(asking, batch.get(i), Judged.random(i)))
          .toList();
    }
    return new Scoring(List.of((RowEvaluator) evaluator))
        .score(batch, FakeModels.with(FakeEmbedder.hashing(48))).stream()
            .map(scored -> scored.get(spec.id()))
            .toList();
  }

  /** With what any evaluator may read, and no other attribute. */
  private static Example bare(Example example) {
    Map<String, String> attributes = new HashMap<>(example.attributes());
    attributes.keySet().retainAll(ExampleRows.READ_AS_ATTRIBUTES);
    attributes.put("repeats", "[\"one\", \"\", \"two\"]");
    return Examples.withAttributes(example, attributes);
  }

  private static Example with(Example example, Map<String, String> more) {
    Map<String, String> attributes = new HashMap<>(example.attributes());
    attributes.putAll(more);
    return Examples.withAttributes(example, attributes);
  }
}
