package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.base.Rounding;
import dev.assay.calibration.Fit;
import dev.assay.calibration.IsotonicCalibrator;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.core.Direction;
import dev.assay.model.Embedding;
import dev.assay.stats.Golden;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The same texts through the same network in another shape: all in one padded batch, on four
 * threads, in the graph's own order of sums. What differs are the last bits of floats, and no
 * decision.
 */
class FloatNoiseTest {
  private static final List<String> ANSWERS = new ArrayList<>();
  private static final List<String> CONTEXTS = new ArrayList<>();
  private static double[] own;
  private static double[] other;

  /** Every third answer is its context word for word, the others change some words of it. */
  @BeforeAll
  static void compare() throws OrtException {
    String[] words = "the bank shall pay a fee of card account within days to it late".split(" ");
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 60; i++) {
      List<String> context = new ArrayList<>(List.of("Rule", Integer.toString(i)));
      for (int w = 4 + random.nextInt(20); w > 0; w--) {
        context.add(words[random.nextInt(words.length)]);
      }
      List<String> answer = new ArrayList<>(context);
      for (int change = i % 3 * (1 + random.nextInt(3)); change > 0; change--) {
        answer.set(random.nextInt(answer.size()), words[random.nextInt(words.length)]);
      }
      CONTEXTS.add(String.join(" ", context) + ".");
      ANSWERS.add(String.join(" ", answer) + ".");
    }
    own = cosines(Bge.EMBEDDER.embed(ANSWERS), Bge.EMBEDDER.embed(CONTEXTS));
    other = cosines(padded(ANSWERS), padded(CONTEXTS));
  }

  @Test
  void aCopyScoresOneInAnyShape() {
    for (int i = 0; i < own.length; i += 3) {
      assertThat(Rounding.toMicro(own[i])).isEqualTo(1);
      assertThat(Rounding.toMicro(other[i])).isEqualTo(1);
    }
  }

  @Test
  void thereIsNoiseAndRoundingTakesItAway() {
    int bits = 0;

    int nano = 0;
    int micro = 0;
    for (int i = 0; i < own.length; i++) {
      assertThat(other[i]).isCloseTo(own[i], within(5e-7));
      bits += own[i] != other[i] ? 1 : 0;
      nano += Rounding.toNano(own[i]) != Rounding.toNano(other[i]) ? 1 : 0;
      micro += Rounding.toMicro(own[i]) != Rounding.toMicro(other[i]) ? 1 : 0;
    }
    assertThat(bits).isGreaterThan(40);
    assertThat(nano).isGreaterThan(40);
    // A value that lies half way between two roundings can fall to either side.
    assertThat(micro).isLessThanOrEqualTo(6);
  }

  /** Steps are the map that amplifies noise most: a cut between two copies would part them. */
  @Test
  void probabilitiesAreTheSame() {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < own.length; i++) {
      rows.add(
          LabelledResponse.of("g" + i, Rounding.toMicro(own[i]), i % 3 == 2 ? 0 : i % 7 / 6 ^ 1));
    }
    ProbabilityMap map = ((Fit.Fitted) new IsotonicCalibrator(Direction.UP).fit(rows)).map();
    double copies = map.probability(1);
    assertThat(copies).isBetween(.5, .95);
    for (int i = 0; i < own.length; i++) {
      double here = map.probability(Rounding.toMicro(own[i]));
      double there = map.probability(Rounding.toMicro(other[i]));
      if (i % 3 == 0) {
        assertThat(there).isEqualTo(here).isEqualTo(copies);
      }
      if (Rounding.toMicro(own[i]) == Rounding.toMicro(other[i])) {
        assertThat(there).isEqualTo(here);
      } else {
        assertThat(there).isCloseTo(here, within(.02));
      }
    }
  }

  /**
   * The same network with eight-bit weights (scripts/golden/int8.py, onnxruntime 1.32.0) says other
   * things where texts differ, by up to .033, and nothing else of copies. Whoever takes it decides
   * otherwise where it says otherwise: never on the last bits.
   */
  @Test
  void eightBitWeightsDecideOtherwiseOnlyWhereTheySayOtherwise() {
    List<JsonNode> rows = new ArrayList<>();
    Golden.read("int8").forEach(rows::add);
    List<LabelledResponse> labelled = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      double whole = Rounding.toMicro(rows.get(i).get("float32").asDouble());
      labelled.add(LabelledResponse.of("g" + i, whole, i % 3 == 2 ? 0 : i % 7 / 6 ^ 1));
    }
    ProbabilityMap map = ((Fit.Fitted) new IsotonicCalibrator(Direction.UP).fit(labelled)).map();
    double cut = map.probability(1);
    int otherwise = 0;
    for (int i = 0; i < rows.size(); i++) {
      String answer = rows.get(i).get("answer").asText();
      String context = rows.get(i).get("context").asText();
      double whole = rows.get(i).get("float32").asDouble();
      double small = rows.get(i).get("int8").asDouble();
      if (answer.equals(context)) {
        assertThat(Rounding.toMicro(small)).isEqualTo(Rounding.toMicro(whole)).isEqualTo(1);
      }
      boolean here = map.probability(Rounding.toMicro(whole)) >= cut;
      boolean there = map.probability(Rounding.toMicro(small)) >= cut;
      if (here != there) {
        otherwise++;
        assertThat(Math.abs(whole - small)).as(answer).isGreaterThan(1e-4);
      }
    }
    assertThat(otherwise).isLessThanOrEqualTo(rows.size() / 10);
  }

  private static double[] cosines(List<Embedding> left, List<Embedding> right) {
    double[] cosines = new double[left.size()];
    for (int i = 0; i < cosines.length; i++) {
      cosines[i] = left.get(i).cosine(right.get(i));
    }
    return cosines;
  }

  private static List<Embedding> padded(List<String> texts) throws OrtException {
    ModelFiles files = ModelFiles.of(ModelSpec.bgeSmall().source());
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (ModelTokenizer tokenizer = new ModelTokenizer(files.tokenizer());
        OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(4);
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.NO_OPT);
      List<long[]> ids = texts.stream().map(text -> tokenizer.encode(text, 512).ids()).toList();
      int longest = ids.stream().mapToInt(one -> one.length).max().orElseThrow();
      long[][] padded = new long[ids.size()][longest];
      long[][] mask = new long[ids.size()][longest];
      for (int i = 0; i < ids.size(); i++) {
        for (int t = 0; t < ids.get(i).length; t++) {
          padded[i][t] = ids.get(i)[t];
          mask[i][t] = 1;
        }
      }
      try (OrtSession session = environment.createSession(files.model().toString(), options)) {
        Map<String, OnnxTensor> inputs = new HashMap<>();
        for (String name : session.getInputNames()) {
          long[][] values =
              switch (name) {
                case "input_ids" -> padded;
                case "attention_mask" -> mask;
                default -> new long[ids.size()][longest];
              };
          inputs.put(name, OnnxTensor.createTensor(environment, values));
        }
        try (OrtSession.Result result = session.run(inputs)) {
          float[][][] states = (float[][][]) result.get(0).getValue();
          List<Embedding> embeddings = new ArrayList<>();
          for (float[][] text : states) {
            embeddings.add(new Embedding(unit(text[0]), longest, false));
          }
          return embeddings;
        } finally {
          inputs.values().forEach(OnnxTensor::close);
        }
      }
    }
  }

  private static float[] unit(float[] vector) {
    double squares = 0;
    for (float x : vector) {
      squares += (double) x * x;
    }
    float[] unit = new float[vector.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (float) (vector[i] / Math.sqrt(squares));
    }
    return unit;
  }
}
