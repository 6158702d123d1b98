package dev.assay.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Example questions that say what a system is for. Kept distinct, stripped, without blank ones and
 * in the order of their hashes, so that neither their order nor repetition changes a result.
 *
 * @param source where they were read, for names and messages
 * @param texts {@value #LEAST} to {@value #MOST} of them
 */
public record Exemplars(String source, List<String> texts) {
  /** Distinct texts that the usual threshold of .95 takes. */
  public static final int LEAST = 38;

  /** Distinct texts that are read at most: every executor embeds them. */
  public static final int MOST = 2_000;

  private static final double SLACK = 1e-9;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * @throws ModelException for too few or too many distinct texts
   */
  public Exemplars {
    texts =
        texts.stream()
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .distinct()
            .sorted(Comparator.comparing(Hashes::sha256))
            .toList();
    if (texts.size() < LEAST) {
      throw new ModelException(
          ("models.topic.source: '%s' has %d distinct example questions; kind = exemplars takes %d"
                  + " or more, because one half of them calibrates and an off_topic_threshold of"
                  + " 0.95 takes 19 there. Add questions that the system is for.")
              .formatted(source, texts.size(), LEAST));
    }
    if (texts.size() > MOST) {
      throw new ModelException(
          ("models.topic.source: '%s' has %d distinct example questions; at most %d are read,"
                  + " because every executor embeds them. Draw so many of them at random.")
              .formatted(source, texts.size(), MOST));
    }
  }

  /**
   * Reads the texts of files: one a line, or JSON Lines with a field text where a file begins with
   * a brace.
   *
   * @param source where the files were found
   * @throws ModelException that names the line that is wrong; for too few or too many
   */
  public static Exemplars read(String source, List<String> files) {
    List<String> texts = new ArrayList<>();
    for (String file : files) {
      String content = file.startsWith("\uFEFF") ? file.substring(1) : file;
      List<String> lines = content.lines().toList();
      boolean json = content.stripLeading().startsWith("{");
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        texts.add(json && !line.isBlank() ? text(source, i + 1, line) : line);
      }
    }
    return new Exemplars(source, texts);
  }

  private static String text(String source, int number, String line) {
    try {
      JsonNode text = JSON.readTree(line).path("text");
      if (text.isTextual()) {
        return text.asText();
      }
    } catch (JsonProcessingException e) {
      throw unreadable(source, number, e);
    }
    throw unreadable(source, number, null);
  }

  private static ModelException unreadable(String source, int number, Exception cause) {
    return new ModelException(
        ("models.topic.source: line %d of a file at '%s' is no JSON object with a field text, as a"
                + " file that begins with { has on every line")
            .formatted(number, source),
        cause);
  }

  /**
   * Distinct texts from which on a question can be called off topic at {@code threshold}: 2 ⌈t / (1
   * − t)⌉.
   *
   * @param threshold t, in (0, 1)
   */
  public static long needed(double threshold) {
    return 2 * (long) Math.ceil(threshold / (1 - threshold) - SLACK);
  }

  /** What a model of them over {@code embedder} is called. */
  public String id(String embedder) {
    String name = source.replaceAll("^.*/(?=[^/])", "").replace("/", "");
    String revision = Hashes.sha256(texts.toArray(String[]::new)).substring(0, 12);
    return "%s@%s/exemplars/%s".formatted(name, revision, embedder);
  }
}
