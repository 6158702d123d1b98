package dev.assay.model.onnx;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.base.Resources;
import dev.assay.model.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ranges of what flows into a network's products with its weights, measured once on texts by
 * {@code scripts/int8-ranges}: what is outside is cut there. They are fixed, so that a text's
 * numbers do not depend on its neighbours, as they do where the range is that of the batch.
 *
 * @param revision first 12 hex digits of the SHA-256 of the file: enters fingerprints
 * @param network SHA-256 of the network that they were measured on, 12 hex digits of it at least
 * @param ranges by the tensor's name
 */
record Int8Ranges(String revision, String network, Map<String, Range> ranges) {

  /** File name beside a network. */
  static final String FILE = "int8.json";

  /**
   * @param low at most 0
   * @param high above 0
   */
  record Range(float low, float high) {
    Range {
      if (!(low <= 0 && high > 0 && Float.isFinite(high - low))) {
        throw new IllegalArgumentException("[" + low + ", " + high + "] is no range around 0");
      }
    }

    /** What one step of 255 is. */
    float step() {
      return (high - low) / 255;
    }

    /** The step that stands for 0. */
    int zero() {
      return Math.round(-low / step());
    }
  }

  /** Those of {@code files}: beside the network, or what is carried for a bundled one. */
  static Int8Ranges of(ModelFiles files) {
    Path beside = files.directory().resolve(FILE);
    try {
      if (Files.isReadable(beside)) {
        return read(Files.readString(beside), beside.toString());
      }
    } catch (IOException e) {
      throw new ModelException("Cannot read '" + beside + "': " + e, e);
    }
    String carried = "int8/" + files.name() + ".json";
    return Resources.text(Int8Ranges.class, carried)
        .map(text -> read(text, carried))
        .orElseThrow(
            () ->
                new ModelException(
                    ("models.embedder.precision = int8 needs '%s', which scripts/int8-ranges makes"
                            + " from the network and texts like yours.")
                        .formatted(beside)));
  }

  private static Int8Ranges read(String json, String name) {
    try {
      JsonNode file = new ObjectMapper().readTree(json);
      Map<String, Range> ranges = new TreeMap<>();
      file.path("ranges")
          .fields()
          .forEachRemaining(
              entry ->
                  ranges.put(
                      entry.getKey(),
                      new Range(
                          (float) entry.getValue().path(0).asDouble(Double.NaN),
                          (float) entry.getValue().path(1).asDouble(Double.NaN))));
      String network = file.path("network").asText();
      if (!network.matches("[0-9a-f]{12,64}")) {
        throw new IllegalArgumentException("network = '" + network + "' is no SHA-256");
      }
      return new Int8Ranges(Hashes.sha256(json).substring(0, 12), network, ranges);
    } catch (IOException | IllegalArgumentException e) {
      throw new ModelException(
          "'" + name + "' holds no ranges as scripts/int8-ranges writes them: " + e.getMessage(),
          e);
    }
  }
}
