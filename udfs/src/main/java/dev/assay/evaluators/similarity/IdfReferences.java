package dev.assay.evaluators.similarity;

import dev.assay.base.Hashes;
import dev.assay.llm.Json;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.TokenWeights;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The reference texts whose tokens are counted for BERTScore's idf weights; none: every token
 * counts the same. Counted once a JVM and encoder, by its tokenizer alone.
 *
 * @param texts in order; empty for none
 */
public record IdfReferences(List<String> texts) implements Serializable {
  /** None. */
  public static final IdfReferences NONE = new IdfReferences(List.of());

  private static final Map<String, TokenWeights> COUNTED = new ConcurrentHashMap<>();

  public IdfReferences {
    texts = List.copyOf(texts);
  }

  /**
   * The texts of a file: one a line, or in JSON Lines (.jsonl) the field {@code expected_answer},
   * else {@code text}; {@code none} for none.
   */
  public static IdfReferences of(String path) {
    if (path.equals("none")) {
      return NONE;
    }
    try {
      List<String> lines =
          Files.readAllLines(Path.of(path)).stream().filter(line -> !line.isBlank()).toList();
      if (lines.isEmpty()) {
        throw new IllegalArgumentException("file " + path + " has no text");
      }
      return new IdfReferences(
          path.endsWith(".jsonl") ? lines.stream().map(IdfReferences::field).toList() : lines);
    } catch (IOException e) {
      throw new IllegalArgumentException("neither none nor a file that can be read: " + e, e);
    }
  }

  private static String field(String line) {
    return List.of("expected_answer", "text").stream()
        .map(name -> Json.readObject(line).path(name).asText(""))
        .filter(text -> !text.isBlank())
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("a line has neither expected_answer nor text"));
  }

  /** The weights by the tokens of {@code encoder}; empty for none. */
  Optional<TokenWeights> weights(TokenEmbedder encoder) {
    return texts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            COUNTED.computeIfAbsent(
                encoder.id() + this, key -> TokenWeights.of(encoder.ids(texts))));
  }

  /** For provenance and the catalogue. */
  @Override
  public String toString() {
    return texts.isEmpty()
        ? "none"
        : texts.size() + " texts " + Hashes.sha256(String.join("\u0000", texts));
  }
}
