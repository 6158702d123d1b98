package dev.assay.training;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.base.Seeds;
import dev.assay.model.ModelException;
import dev.assay.summac.SentencePairs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A text that somebody has judged by its document.
 *
 * @param pairs the sentences of both
 * @param supported whether the document supports it
 * @param group what belongs together statistically; the document's hash unless the row says more
 */
record LabelledClaim(SentencePairs pairs, boolean supported, String group) {
  private static final double HELD_OUT = 0.2;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * The rows of a file of JSON Lines: {@code document} and {@code claim}, texts; {@code label},
   * {@code "supported"} or {@code "not_supported"}; perhaps {@code group}. Blank lines are skipped.
   *
   * @throws ModelException that names the line and what is wrong with it
   */
  static List<LabelledClaim> read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new ModelException(
          "Cannot read '%s': %s. models.train-summac.data must be a file of labelled claims."
              .formatted(file, e),
          e);
    }
    List<LabelledClaim> claims = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        try {
          claims.add(of(JSON.readTree(lines.get(i))));
        } catch (JsonProcessingException | IllegalArgumentException e) {
          String why =
              e instanceof JsonProcessingException json
                  ? json.getOriginalMessage()
                  : e.getMessage();
          throw new ModelException(
              "Line %d of '%s' is no labelled claim: %s".formatted(i + 1, file, why), e);
        }
      }
    }
    return claims;
  }

  private static LabelledClaim of(JsonNode row) {
    String document = text(row, "document");
    SentencePairs pairs = SentencePairs.of(document, text(row, "claim"));
    if (pairs.size() == 0) {
      throw new IllegalArgumentException("document or claim has no sentence");
    }
    String label = text(row, "label");
    if (!label.equals("supported") && !label.equals("not_supported")) {
      throw new IllegalArgumentException(
          "label is \"%s\"; it may be supported or not_supported".formatted(label));
    }
    String group = row.hasNonNull("group") ? row.get("group").asText() : Hashes.sha256(document);
    return new LabelledClaim(pairs, label.equals("supported"), group);
  }

  private static String text(JsonNode row, String key) {
    if (!row.path(key).isTextual()) {
      throw new IllegalArgumentException("it needs a text \"%s\"".formatted(key));
    }
    return row.get(key).asText();
  }

  /** Whether more pairs of sentences would have to be judged than ever are. */
  boolean tooLong() {
    return pairs.size() > SentencePairs.MAX;
  }

  /** Whether it is among those that measure and do not train: a fifth of the groups, by hash. */
  boolean heldOut(long seed) {
    return Seeds.uniform(seed, "summac-split", group) < HELD_OUT;
  }
}
