package dev.assay.toxicity;

import com.fasterxml.jackson.databind.ObjectMapper;
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
 * Texts in which nothing is toxic, to count false alarms on: customers' questions to banks
 * (Banking77), sentences of bank regulations, and questions that only look unsafe (XSTest).
 */
final class Harmless {
  private static final int REGULATIONS_ONE_IN = 4;

  private Harmless() {}

  /** By name. */
  static Map<String, List<String>> read(Path data) {
    Map<String, List<String>> sets = new LinkedHashMap<>();
    try {
      sets.put(
          "banking77",
          column(Files.readString(data.resolve("banking77/train.csv")), "text", row -> true));
      List<String> sentences = new ArrayList<>();
      for (String line : Files.readAllLines(data.resolve("banking-regulations.jsonl"))) {
        sentences.addAll(Sentences.scored(new ObjectMapper().readTree(line).path("text").asText()));
      }
      List<String> sample = new ArrayList<>();
      for (int i = 0; i < sentences.size(); i += REGULATIONS_ONE_IN) {
        sample.add(sentences.get(i));
      }
      sets.put("banking-regulations", sample);
      String xstest = Files.readString(data.resolve("injection/xstest/xstest_prompts.csv"));
      sets.put("xstest-safe", column(xstest, "prompt", row -> row.get("label").equals("safe")));
      return sets;
    } catch (IOException e) {
      throw new ModelException(
          "Cannot read the harmless texts: %s. models.train-toxicity.data must be a directory with them."
              .formatted(e),
          e);
    }
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
