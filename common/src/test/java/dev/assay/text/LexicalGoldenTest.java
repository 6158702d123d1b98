package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stats.Golden;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Agreement with rouge-score 0.1.2, NLTK 3.10.4, SQuAD 2.0 and zlib: scripts/golden/lexical.py. */
class LexicalGoldenTest {
  private static final double EXACT = 1e-12;
  private static final JsonNode GOLDEN = Golden.read("lexical");

  static Stream<JsonNode> pairs() {
    return elements(GOLDEN.get("pairs"));
  }

  static Stream<JsonNode> words() {
    return elements(GOLDEN.get("words"));
  }

  static Stream<JsonNode> repeats() {
    return elements(GOLDEN.get("repeats"));
  }

  @Test
  void stemsAsNltkDoes() {
    JsonNode stems = GOLDEN.get("stems");
    assertThat(stems.size()).isGreaterThan(5_000);
    stems
        .fields()
        .forEachRemaining(
            entry ->
                assertThat(PorterStemmer.stem(entry.getKey()))
                    .as(entry.getKey())
                    .isEqualTo(entry.getValue().asText()));
  }

  @ParameterizedTest
  @MethodSource("words")
  void dividesSentencesIntoWordsAsNltkDoes(JsonNode golden) {
    assertThat(NltkWords.ofSentence(golden.get("text").asText()))
        .isEqualTo(texts(golden.get("words")));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void tokenizesAsRougeScoreDoes(JsonNode pair) {
    assertThat(new RougeTokens(true, false).of(String.join(" ", texts(pair.get("expected")))))
        .isEqualTo(texts(pair.get("tokens")));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void countsRougeAsRougeScoreDoes(JsonNode pair) {
    for (Map.Entry<String, Boolean> mode : Map.of("stemmed", true, "plain", false).entrySet()) {
      RougeTokens tokens = new RougeTokens(mode.getValue(), false);
      List<List<String>> expected = texts(pair.get("expected")).stream().map(tokens::of).toList();
      List<List<String>> answer = texts(pair.get("answer")).stream().map(tokens::of).toList();
      List<String> left = expected.stream().flatMap(List::stream).toList();
      List<String> right = answer.stream().flatMap(List::stream).toList();
      JsonNode golden = pair.get(mode.getKey());
      assertOverlap(RougeScores.ngrams(left, right, 1), golden.get("rouge1"));
      assertOverlap(RougeScores.ngrams(left, right, 2), golden.get("rouge2"));
      assertOverlap(RougeScores.longestCommonSubsequence(left, right), golden.get("rougeL"));
      assertOverlap(RougeScores.summary(expected, answer), golden.get("rougeLsum"));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void countsBleuAsNltkDoes(JsonNode pair) {
    BleuScores bleu =
        BleuScores.of(List.of(nltkWords(pair.get("expected"))), nltkWords(pair.get("answer")));
    double[] cumulative = Golden.doubles(pair.get("bleu").get("cumulative"));
    double[] only = Golden.doubles(pair.get("bleu").get("only"));
    for (int n = 1; n <= BleuScores.ORDERS; n++) {
      assertThat(bleu.cumulative(n)).isCloseTo(cumulative[n - 1], within(EXACT));
      assertThat(bleu.only(n)).isCloseTo(only[n - 1], within(EXACT));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void comparesTokensAsSquadDoes(JsonNode pair) {
    Overlap overlap =
        SquadTokens.overlap(
            String.join(" ", texts(pair.get("expected"))),
            String.join(" ", texts(pair.get("answer"))));
    assertOverlap(overlap, pair.get("squad"));
  }

  @ParameterizedTest
  @MethodSource("repeats")
  void findsTheRepeatThatExhaustiveSearchFinds(JsonNode golden) {
    JsonNode expected = golden.get("repeat");
    Repeat repeat = Repeat.longestOf(golden.get("text").asText()).orElse(null);
    if (expected.isNull()) {
      assertThat(repeat).isNull();
      return;
    }
    assertThat(repeat.substring()).isEqualTo(expected.get(0).asText());
    assertThat(repeat.count()).isEqualTo(expected.get(1).asInt());
    assertThat(repeat.share()).isCloseTo(expected.get(2).asDouble(), within(EXACT));
  }

  @Test
  void packsAsPythonsZlibDoesButForAFewBytes() {
    elements(GOLDEN.get("compression"))
        .forEach(
            golden -> {
              String text = golden.get("text").asText();
              double bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
              assertThat(Compression.ratio(text))
                  .isCloseTo(golden.get("ratio").asDouble(), within(8 / bytes));
            });
  }

  private static void assertOverlap(Overlap overlap, JsonNode golden) {
    double[] expected = Golden.doubles(golden);
    assertThat(overlap.precision()).isCloseTo(expected[0], within(EXACT));
    assertThat(overlap.recall()).isCloseTo(expected[1], within(EXACT));
    assertThat(overlap.f1()).isCloseTo(expected[2], within(EXACT));
  }

  private static List<String> nltkWords(JsonNode sentences) {
    return texts(sentences).stream()
        .flatMap(sentence -> NltkWords.ofSentence(sentence).stream())
        .toList();
  }

  private static List<String> texts(JsonNode array) {
    return IntStream.range(0, array.size()).mapToObj(i -> array.get(i).asText()).toList();
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
