package dev.assay.summac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Hashes;
import dev.assay.base.Logistic;
import dev.assay.base.Rounding;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * SummaC-Conv's layer: a weight for each bin of a sentence's histogram and an intercept. σ of their
 * sum is the sentence's probability of being supported; of the sums' mean, the text's. That is
 * linear in the mean histogram, as in the paper, whose two layers without anything between them are
 * one.
 *
 * @param model id of the entailment model that it was fitted to: another one's probabilities are
 *     distributed otherwise
 * @param intercept added to the weighted counts
 * @param weights by bin; empty where no layer is configured
 * @param revision beginning of the hash of its file; enters fingerprints
 */
public record SummacLayer(String model, double intercept, List<Double> weights, String revision)
    implements Serializable {
  /** What it is called. */
  public static final String MODEL = "summac-conv";

  /** File name of the weights. */
  public static final String NAME = MODEL + ".json";

  private static final ObjectMapper JSON = new ObjectMapper();

  public SummacLayer {
    weights = List.copyOf(weights);
  }

  /** No layer. */
  public static SummacLayer none() {
    return new SummacLayer("", 0, List.of(), "");
  }

  /**
   * Reads a file that {@code train-summac} wrote, or the file of that name in a directory, on the
   * machine that reads the configuration; {@code ""} is no layer.
   *
   * @throws IllegalArgumentException that names what is missing or does not fit
   */
  public static SummacLayer of(String source) {
    if (source.isEmpty()) {
      return none();
    }
    try {
      Path path = Path.of(source);
      return parse(Files.readString(Files.isDirectory(path) ? path.resolve(NAME) : path));
    } catch (IOException | IllegalArgumentException e) {
      String why = e instanceof IOException ? e.toString() : e.getMessage();
      throw new IllegalArgumentException("'%s': %s".formatted(source, why), e);
    }
  }

  public static SummacLayer parse(String text) throws IOException {
    JsonNode file = JSON.readTree(text);
    List<Double> edges = numbers(file, "bins");
    if (!edges.equals(EntailmentBins.edges())) {
      throw new IllegalArgumentException(
          "its bins are %s; this version counts in %s. Fit it again with `assay train-summac`"
              .formatted(edges, EntailmentBins.edges()));
    }
    List<Double> weights = numbers(file, "weights");
    String model = file.path("model").asText();
    if (weights.size() != EntailmentBins.SIZE
        || !file.path("intercept").isNumber()
        || model.isEmpty()) {
      throw new IllegalArgumentException(
          "it needs an intercept, a model and %d weights; it has %d"
              .formatted(EntailmentBins.SIZE, weights.size()));
    }
    return new SummacLayer(
        model, file.get("intercept").asDouble(), weights, Hashes.sha256(text).substring(0, 12));
  }

  private static List<Double> numbers(JsonNode file, String key) {
    List<Double> numbers = new ArrayList<>();
    for (JsonNode number : file.path(key)) {
      if (!number.isNumber()) {
        throw new IllegalArgumentException("%s[%d] is no number".formatted(key, numbers.size()));
      }
      numbers.add(number.asDouble());
    }
    return numbers;
  }

  /** The text of a file with these numbers, rounded to six places. */
  public static String text(String model, double[] weights, double intercept) {
    ObjectNode file = JSON.createObjectNode();
    file.put("name", MODEL).put("model", model).put("intercept", Rounding.to(6, intercept));
    EntailmentBins.edges().forEach(file.putArray("bins")::add);
    ArrayNode numbers = file.putArray("weights");
    for (double weight : weights) {
      numbers.add(Rounding.to(6, weight));
    }
    return file.toPrettyString() + "\n";
  }

  /** Whether there is one. */
  public boolean fitted() {
    return !weights.isEmpty();
  }

  /** The sum for one sentence. */
  public double logit(double[] histogram) {
    double logit = intercept;
    for (int bin = 0; bin < histogram.length; bin++) {
      logit += weights.get(bin) * histogram[bin];
    }
    return logit;
  }

  /** How probable it is that a text with these histograms, one a sentence, is supported. */
  public double probability(List<double[]> histograms) {
    return Logistic.sigmoid(histograms.stream().mapToDouble(this::logit).average().orElseThrow());
  }

  /** Its revision and its model: what enters a score's fingerprint. */
  @Override
  public String toString() {
    return fitted() ? "SummacLayer[%s, %s]".formatted(revision, model) : "SummacLayer[]";
  }
}
