package dev.assay.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.stream.StreamSupport;

/** Reads the committed output of {@code scripts/golden}. */
public final class Golden {

  private Golden() {}

  /** The file {@code golden/NAME.json}. */
  public static JsonNode read(String name) {
    try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name + ".json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JSON array of numbers. */
  public static double[] doubles(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .toArray();
  }

  /** A JSON array of whole numbers. */
  public static int[] ints(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).mapToInt(JsonNode::asInt).toArray();
  }

  /** A JSON array of arrays of numbers. */
  public static double[][] matrix(JsonNode rows) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(Golden::doubles)
        .toArray(double[][]::new);
  }
}
