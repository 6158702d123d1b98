package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Hashes;
import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExemplarClassifierTest {

  /** Vectors by text. */
  private record Scripted(Function<String, float[]> vectors) implements Embedder {
    @Override
    public String id() {
      return "scripted";
    }

    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public List<Embedding> embed(List<String> texts) {
      return texts.stream()
          .map(text -> new Embedding(vectors.apply(text), 1, text.length() > 100))
          .toList();
    }
  }

  /** Unit vectors whose first component, the cosine with (1, 0), is exact. */
  private static float[] at(double cosine) {
    return new float[] {(float) cosine, (float) Math.sqrt(1 - cosine * cosine)};
  }

  /**
   * 38 exemplars of which those that the hash puts second are the reference, all at (1, 0); the 19
   * others have the cosines 1 − i/32, i = 0 … 18, which single precision holds exactly.
   */
  private static ExemplarClassifier worked(Map<String, float[]> questions) {
    List<String> texts = texts(38);
    List<String> ordered =
        texts.stream().sorted(Comparator.comparing(text -> Hashes.sha256(text))).toList();
    Map<String, float[]> vectors = new HashMap<>(questions);
    for (int i = 0; i < ordered.size(); i++) {
      vectors.put(ordered.get(i), i < 19 ? at(1 - i / 32.0) : new float[] {1, 0});
    }
    return new ExemplarClassifier(new Exemplars("x", texts), new Scripted(vectors::get));
  }

  private static List<String> texts(int n) {
    return IntStream.range(0, n).mapToObj(i -> "Example question " + i + "?").toList();
  }

  @ParameterizedTest
  @CsvSource({
    // nonconformity 0: all 19 are at least as far, p = 20/20
    "1.0, 0",
    // between 1/32 and 2/32: 17 are farther, p = 18/20
    "0.95, 0.1",
    // a tie with i = 10 counts as at least as far: i = 10 … 18 are 9, p = 10/20
    "0.6875, 0.5",
    // a tie with the farthest, 18/32: p = 2/20
    "0.4375, 0.9",
    // farther than all: p = 1/20, and the value is just the threshold
    "0.4, 0.95",
    "-1.0, 0.95"
  })
  void theValueIsOneLessTheConformalPValue(double cosine, double expected) {
    ExemplarClassifier model = worked(Map.of("asked", at(cosine)));
    TextClassifier.Classes classes = model.classify(List.of(" asked\n")).get(0);
    assertThat(classes.probabilities()).containsExactly(expected);
    assertThat(classes.truncated()).isFalse();
    assertThat(model.labels()).containsExactly("off_topic");
    assertThat(model.highest()).isEqualTo(0.95);
  }

  @Test
  void equalDistancesAreNotFar() {
    ExemplarClassifier model =
        new ExemplarClassifier(
            new Exemplars("x", texts(40)),
            new Scripted(text -> text.startsWith("Ex") ? at(1) : at(0)));
    assertThat(value(model, "Example question 7?")).isZero();
    assertThat(value(model, "Example question new?")).isZero();
    // farther than all 20 in calibration: p = 1/21
    assertThat(value(model, "Who won the cup?")).isEqualTo(20 / 21.0);
  }

  @Test
  void orderRepetitionAndBlanksChangeNothing() {
    Embedder embedder = new Scripted(ExemplarClassifierTest::cloud);
    ExemplarClassifier model = new ExemplarClassifier(new Exemplars("a/x", texts(50)), embedder);
    List<String> other = new ArrayList<>(texts(50));
    other.addAll(texts(20));
    other.addAll(List.of("", " \t", "  Example question 3? "));
    Collections.shuffle(other, new Random(3));
    ExemplarClassifier same = new ExemplarClassifier(new Exemplars("a/x", other), embedder);
    List<String> questions = IntStream.range(0, 100).mapToObj(i -> "q" + i).toList();
    assertThat(same.classify(questions)).isEqualTo(model.classify(questions));
    assertThat(same.id()).isEqualTo(model.id()).matches("x@[0-9a-f]{12}/exemplars/scripted");
    assertThat(new Exemplars("x/", texts(51)).id("scripted"))
        .startsWith("x@")
        .isNotEqualTo(model.id());
  }

  @Test
  void saysThatALongTextWasCut() {
    ExemplarClassifier model =
        new ExemplarClassifier(
            new Exemplars("x", texts(38)), new Scripted(ExemplarClassifierTest::cloud));
    assertThat(model.classify(List.of("a".repeat(101), "")))
        .extracting(TextClassifier.Classes::truncated)
        .containsExactly(true, false);
  }

  /**
   * Questions from the exemplars' own distribution, 2,000 draws of n exemplars and 10 questions:
   * the mean share at .95 is ⌊.05 (c + 1)⌋ / (c + 1) for c = n/2 distances without ties, which is
   * 1/20 and 2/51. Monte Carlo: a draw's share has a standard deviation under √(.05 · .95 / 10 +
   * .0023) = .084, so the mean's error is .0019; four of these are allowed.
   */
  @ParameterizedTest
  @CsvSource({"38, 0.05", "100, 0.0392156862745098"})
  void falseAlarmsAreAsRareAsPromised(int n, double expected) {
    int draws = 2_000;
    double alarms = 0;
    for (int draw = 0; draw < draws; draw++) {
      String name = n + " " + draw + " ";
      List<String> exemplars = IntStream.range(0, n).mapToObj(i -> name + i).toList();
      List<String> questions = IntStream.range(0, 10).mapToObj(i -> name + "q" + i).toList();
      ExemplarClassifier model =
          new ExemplarClassifier(
              new Exemplars("x", exemplars), new Scripted(ExemplarClassifierTest::cloud));
      alarms +=
          model.classify(questions).stream()
              .filter(classes -> classes.probabilities().get(0) >= .95)
              .count();
    }
    assertThat(alarms / (10 * draws)).isCloseTo(expected, within(4 * .0019));
  }

  @Test
  void aThresholdNeedsSoManyExemplars() {
    // 19 / 20 = .95, 9 / 10 = .9, 99 / 100 = .99, 1 / 2
    assertThat(Exemplars.needed(.95)).isEqualTo(38).isEqualTo(Exemplars.LEAST);
    assertThat(Exemplars.needed(.9)).isEqualTo(18);
    assertThat(Exemplars.needed(.99)).isEqualTo(198);
    assertThat(Exemplars.needed(.5)).isEqualTo(2);
  }

  @Test
  void tooFewAndTooManyAreRefused() {
    assertThatThrownBy(() -> Exemplars.read("my/topics", List.of("a\nb\n\n a \n")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("models.topic.source: 'my/topics' has 2 distinct example questions")
        .hasMessageContaining("takes 38 or more");
    assertThatThrownBy(() -> new Exemplars("my/topics", texts(2_001)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("has 2001 distinct example questions; at most 2000 are read");
    assertThat(new Exemplars("my/topics", texts(2_000)).texts()).hasSize(2_000);
  }

  @Test
  void filesHoldLinesOrJsonLines() {
    String plain = "\uFEFF" + String.join("\r\n\n", texts(30));
    StringBuilder json = new StringBuilder("\n");
    texts(40).forEach(text -> json.append("{\"text\": \"%s\", \"id\": 1}\n\n".formatted(text)));
    assertThat(Exemplars.read("x", List.of(plain, json.toString(), "")))
        .isEqualTo(new Exemplars("x", texts(40)));
    for (String wrong : List.of("{\"question\": \"a\"}", "{\"text\": 3}", "plain", "{\"text\":")) {
      assertThatThrownBy(() -> Exemplars.read("x", List.of("{\"text\": \"a\"}\n" + wrong)))
          .isInstanceOf(ModelException.class)
          .hasMessageContaining("models.topic.source: line 2 of a file at 'x' is no JSON object");
    }
  }

  private static double value(TextClassifier model, String text) {
    return model.classify(List.of(text)).get(0).probabilities().get(0);
  }

  /** A random direction in eight dimensions, drawn by the text. */
  private static float[] cloud(String text) {
    Random random = new Random(Seeds.of(1, "cloud", text));
    double[] drawn = DoubleStream.generate(random::nextGaussian).limit(8).toArray();
    double norm = Math.sqrt(DoubleStream.of(drawn).map(d -> d * d).sum());
    float[] vector = new float[drawn.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) (drawn[i] / norm);
    }
    return vector;
  }
}
