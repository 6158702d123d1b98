package dev.assay.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Hashes;
import dev.assay.model.CarriedFile;
import dev.assay.model.ModelException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The trained weights, as JSON: what they were fitted on, by feature the mean, deviation and
 * weight, and the counts of words.
 */
public final class SupportFile {
  /** File name of the weights. */
  public static final String NAME = "support-v1.json";

  /**
   * Who changes what a feature is raises it: scores by the same weights have another revision then,
   * and are computed again.
   */
  static final int FEATURES = 2;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final SupportWeights weights;
  private final String revision;

  private SupportFile(SupportWeights weights, String revision) {
    this.weights = weights;
    this.revision = revision;
  }

  /**
   * Reads {@code bundled:support-v1}, or a file, or the file of that name in a directory.
   *
   * @throws ModelException that names what is missing or wrong
   */
  public static SupportFile of(String source) {
    try {
      return parse(source, CarriedFile.read(SupportFile.class, source, NAME));
    } catch (IOException | RuntimeException e) {
      throw new ModelException(
          "Cannot read the support model '" + source + "': " + e.getMessage(), e);
    }
  }

  static SupportFile parse(String source, String text) throws IOException {
    JsonNode file = JSON.readTree(text);
    Feature[] features = Feature.values();
    double[][] numbers = new double[3][features.length];
    for (Feature feature : features) {
      JsonNode entry = file.path("features").path(feature.id());
      String[] names = {"mean", "deviation", "weight"};
      for (int n = 0; n < names.length; n++) {
        if (!entry.path(names[n]).isNumber()) {
          throw new ModelException("features." + feature.id() + "." + names[n] + " is no number");
        }
        numbers[n][feature.ordinal()] = entry.get(names[n]).asDouble();
      }
    }
    Map<String, Integer> counts = new TreeMap<>();
    file.path("words").fields().forEachRemaining(e -> counts.put(e.getKey(), e.getValue().asInt()));
    Idf idf = new Idf(file.path("sentences").asInt(), counts);
    SupportWeights weights = new SupportWeights(numbers[0], numbers[1], numbers[2], idf);
    return new SupportFile(weights, Hashes.sha256("features " + FEATURES, text).substring(0, 12));
  }

  /** The file's text for {@code weights}. */
  public static String text(SupportWeights weights, String model, List<String> data) {
    ObjectNode file = JSON.createObjectNode();
    file.put("name", SupportModel.NAME);
    file.put("tokens", model);
    data.forEach(file.putArray("data")::add);
    ObjectNode features = file.putObject("features");
    for (Feature feature : Feature.values()) {
      int f = feature.ordinal();
      features
          .putObject(feature.id())
          .put("mean", weights.means()[f])
          .put("deviation", weights.deviations()[f])
          .put("weight", weights.weights()[f]);
    }
    file.put("sentences", weights.idf().sentences());
    ObjectNode words = file.putObject("words");
    weights.idf().counts().forEach(words::put);
    return file.toPrettyString() + "\n";
  }

  SupportWeights weights() {
    return weights;
  }

  /** What a model with these weights over {@code tokens} is called. */
  public String id(String tokens) {
    return SupportModel.NAME + "@" + revision + "/" + tokens;
  }
}
