package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stats.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several references as NLTK 3.10.4, sacrebleu 2.5.1, rouge-score 0.1.2 and SQuAD count them:
 * scripts/golden/references.py.
 */
class ReferencesGoldenTest {
  private static final double EXACT = 1e-12;

  static Stream<JsonNode> cases() {
    return StreamSupport.stream(Golden.read("references").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void bleuTakesTheNearestLengthAndTheMostFrequentReference(JsonNode golden) {
    List<List<String>> references =
        references(golden).stream().map(text -> List.of(text.split(" "))).toList();
    BleuScores bleu = BleuScores.of(references, List.of(golden.get("answer").asText().split(" ")));
    for (int n = 1; n <= BleuScores.ORDERS; n++) {
      assertThat(bleu.cumulative(n))
          .isCloseTo(Golden.doubles(golden.get("bleu"))[n - 1], within(EXACT));
      assertThat(bleu.only(n)).isCloseTo(Golden.doubles(golden.get("only"))[n - 1], within(EXACT));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void rougeTakesTheReferenceWithTheHighestF1(JsonNode golden) {
    RougeTokens tokens = new RougeTokens(true, false);
    Map<String, BiFunction<List<String>, List<String>, Overlap>> kinds =
        Map.of(
            "rouge1", (reference, answer) -> RougeScores.ngrams(reference, answer, 1),
            "rouge2", (reference, answer) -> RougeScores.ngrams(reference, answer, 2),
            "rougeL", RougeScores::longestCommonSubsequence);
    kinds.forEach(
        (kind, count) -> {
          List<String> answer = tokens.of(golden.get("answer").asText());
          List<Overlap> each =
              references(golden).stream()
                  .map(reference -> count.apply(tokens.of(reference), answer))
                  .toList();
          Overlap best = Overlap.best(each);
          assertThat(List.of(best.precision(), best.recall(), best.f1()))
              .zipSatisfy(
                  doubles(golden.get("rouge").get(kind)),
                  (found, wanted) -> assertThat(found).isCloseTo(wanted, within(EXACT)));
          assertThat(Overlap.meanF1(each))
              .isCloseTo(golden.get("rouge_mean").get(kind).asDouble(), within(EXACT));
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void tokenF1TakesTheReferenceWithTheHighestF1(JsonNode golden) {
    List<Overlap> each =
        references(golden).stream()
            .map(reference -> SquadTokens.overlap(reference, golden.get("answer").asText()))
            .toList();
    assertThat(Overlap.best(each).f1()).isCloseTo(golden.get("squad").asDouble(), within(EXACT));
    assertThat(Overlap.meanF1(each)).isCloseTo(golden.get("squad_mean").asDouble(), within(EXACT));
  }

  private static List<Double> doubles(JsonNode array) {
    List<Double> values = new ArrayList<>();
    array.forEach(value -> values.add(value.asDouble()));
    return values;
  }

  private static List<String> references(JsonNode golden) {
    List<String> texts = new ArrayList<>();
    golden.get("references").forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
