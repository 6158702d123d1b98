package dev.assay.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Seeds;
import dev.assay.model.ModelException;
import dev.assay.text.Sentences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Texts in which nothing is toxic: customers' questions to banks (Banking77), sentences of bank
 * regulations, and questions that only look unsafe (XSTest).
 */
final class Harmless {
  private static final double TRAINING_SHARE = 0.5;

  private Harmless() {}

  /**
   * Sentences of the regulations: of every second document, by hash, to train on; of the others to
   * count false alarms on. Law names groups of people without attacking them, which tweets seldom
   * do.
   */
  static List<String> regulations(Path data, long seed, boolean training) {
    try {
      List<String> sentences = new ArrayList<>();
      for (String line : Files.readAllLines(data.resolve("banking-regulations.jsonl"))) {
        JsonNode document = new ObjectMapper().readTree(line);
        String id = document.path("doc_id").asText();
        boolean drawn = Seeds.uniform(seed, "toxicity-regulations", id) < TRAINING_SHARE;
        if (drawn == training) {
          sentences.addAll(Sentences.scored(document.path("text").asText()));
        }
      }
      return sentences;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Texts that were not trained on, by name. */
  static Map<String, List<String>> unseen(Path data, long seed) {
    Map<String, List<String>> sets = new LinkedHashMap<>();
    try {
      String banking = Files.readString(data.resolve("banking77/train.csv"));
      sets.put("banking77", column(banking, "text", row -> true));
      sets.put("banking-regulations", regulations(data, seed, false));
      String xstest = Files.readString(data.resolve("injection/xstest/xstest_prompts.csv"));
      sets.put("xstest-safe", column(xstest, "prompt", row -> row.get("label").equals("safe")));
      return sets;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static ModelException unreadable(IOException e) {
    return new ModelException(
        "Cannot read the harmless texts: %s. models.train-toxicity.data must be a directory with them."
            .formatted(e),
        e);
  }

  private static List<String> column(
      String csv, String name, Predicate<Map<String, String>> wanted) {
    List<List<String>> rows = Tweets.rows(csv);
    List<String> header = rows.get(0);
    List<String> texts = new ArrayList<>();
    for (List<String> row : rows.subList(1, rows.size())) {
      Map<String, String> byName = new LinkedHashMap<>();
      for (int i = 0; i < Math.min(row.size(), header.size()); i++) {
        byName.put(header.get(i).strip(), row.get(i));
      }
      if (byName.containsKey(name) && wanted.test(byName)) {
        texts.add(byName.get(name));
      }
    }
    return texts;
  }
}
