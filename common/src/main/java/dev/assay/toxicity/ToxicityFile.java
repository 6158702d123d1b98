package dev.assay.toxicity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Hashes;
import dev.assay.base.Rounding;
import dev.assay.model.CarriedFile;
import dev.assay.model.Embedder;
import dev.assay.model.LinearClassifier;
import dev.assay.model.ModelException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The trained weights, as JSON: what they were fitted on, and by label intercept and weights. */
public final class ToxicityFile {
  /** What the model is called. */
  public static final String MODEL = "toxicity-v1";

  /** File name of the weights. */
  public static final String NAME = MODEL + ".json";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, double[]> heads;
  private final String revision;

  private ToxicityFile(Map<String, double[]> heads, String revision) {
    this.heads = heads;
    this.revision = revision;
  }

  /**
   * Reads {@code bundled:toxicity-v1}, or a file, or the file of that name in a directory.
   *
   * @throws ModelException that names what is missing or wrong
   */
  public static ToxicityFile of(String source) {
    try {
      return parse(CarriedFile.read(ToxicityFile.class, source, NAME));
    } catch (IOException | RuntimeException e) {
      throw new ModelException(
          "Cannot read the toxicity model '" + source + "': " + e.getMessage(), e);
    }
  }

  public static ToxicityFile parse(String text) throws IOException {
    JsonNode labels = JSON.readTree(text).path("labels");
    Map<String, double[]> heads = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      JsonNode head = labels.path(kind.id());
      JsonNode weights = head.path("weights");
      if (!head.path("intercept").isNumber() || !weights.isArray() || weights.isEmpty()) {
        throw new ModelException("labels.%s has no intercept or no weights".formatted(kind.id()));
      }
      double[] numbers = new double[weights.size() + 1];
      for (int i = 0; i < weights.size(); i++) {
        if (!weights.get(i).isNumber()) {
          throw new ModelException("labels.%s.weights[%d] is no number".formatted(kind.id(), i));
        }
        numbers[i] = weights.get(i).asDouble();
      }
      numbers[weights.size()] = head.get("intercept").asDouble();
      heads.put(kind.id(), numbers);
    }
    return new ToxicityFile(heads, Hashes.sha256(text).substring(0, 12));
  }

  /** The file's text. Weights are rounded to five places, which moves no probability by 1e-3. */
  public static String text(Map<Kind, double[]> heads, String embedder, List<String> data) {
    ObjectNode file = JSON.createObjectNode();
    file.put("name", MODEL);
    file.put("embedder", embedder);
    data.forEach(file.putArray("data")::add);
    ObjectNode labels = file.putObject("labels");
    heads.forEach(
        (kind, head) -> {
          ObjectNode entry = labels.putObject(kind.id());
          entry.put("intercept", Rounding.to(5, head[head.length - 1]));
          ArrayNode weights = entry.putArray("weights");
          for (int i = 0; i < head.length - 1; i++) {
            weights.add(Rounding.to(5, head[i]));
          }
        });
    return file.toPrettyString() + "\n";
  }

  /** What a model with these weights over {@code embedder} is called. */
  public String id(String embedder) {
    return MODEL + "@" + revision + "/" + embedder;
  }

  /** The model over {@code embedder}, which must be the one that the weights were fitted on. */
  public LinearClassifier over(Embedder embedder) {
    return new LinearClassifier(id(embedder.id()), heads, embedder);
  }
}
