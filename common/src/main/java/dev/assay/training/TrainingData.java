package dev.assay.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.model.ModelException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The labelled texts that the support model is trained and tried on, from a directory with {@code
 * begin}, {@code nli/breaking_nli} and {@code banking-regulations.jsonl}, to train on, and {@code
 * halueval}.
 */
public final class TrainingData {
  /** The parts of BEGIN's development set. */
  static final List<String> BEGIN_PARTS = List.of("wow", "cmu", "tc");

  private static final ObjectMapper JSON = new ObjectMapper();

  private TrainingData() {}

  /**
   * One part of BEGIN (Dziri et al. 2022): machine-written replies in a dialogue about a passage.
   * "Fully attributable" is supported; "Generic" replies, which claim nothing, are not.
   */
  public static List<LabelledText> begin(Path data, String part) {
    List<LabelledText> texts = new ArrayList<>();
    for (String line : lines(data.resolve("begin/begin_dev_" + part + ".tsv"))) {
      String[] cells = line.split("\t", -1);
      if (!cells[0].equals("model_name") && cells.length == 6) {
        texts.add(
            new LabelledText(
                "begin-" + part,
                "begin-" + part,
                Hashes.sha256(cells[2]),
                List.of(cells[2]),
                cells[4].strip(),
                cells[5].equals("Fully attributable")));
      }
    }
    return texts;
  }

  /** Breaking NLI (Glockner et al. 2018): sentence pairs that differ in one word. */
  static List<LabelledText> breakingNli(Path data) {
    List<LabelledText> texts = new ArrayList<>();
    for (String line : lines(data.resolve("nli/breaking_nli/dataset.jsonl.gz"))) {
      JsonNode pair = json(line);
      String premise = pair.get("sentence1").asText();
      texts.add(
          new LabelledText(
              "breaking-nli",
              "breaking-nli",
              Hashes.sha256(premise),
              List.of(premise),
              pair.get("sentence2").asText(),
              pair.get("gold_label").asText().equals("entailment")));
    }
    return texts;
  }

  /** HaluEval's questions with a right and a hallucinated answer each (Li et al. 2023). */
  static List<LabelledText> haluEval(Path data) {
    List<LabelledText> texts = new ArrayList<>();
    for (String file : List.of("qa_one-turn_data.json", "qa_multi-turn_data.json")) {
      for (String line : lines(data.resolve("halueval").resolve(file))) {
        JsonNode item = json(line);
        String knowledge = item.get("knowledge").asText();
        for (boolean right : new boolean[] {true, false}) {
          texts.add(
              new LabelledText(
                  "halueval",
                  "halueval",
                  Hashes.sha256(knowledge),
                  List.of(knowledge),
                  item.get(right ? "right_answer" : "hallucinated_answer").asText(),
                  right));
        }
      }
    }
    return texts;
  }

  /** The regulations, as texts by document id. */
  static List<String[]> regulations(Path data) {
    List<String[]> documents = new ArrayList<>();
    for (String line : lines(data.resolve("banking-regulations.jsonl"))) {
      JsonNode document = json(line);
      documents.add(new String[] {document.get("doc_id").asText(), document.get("text").asText()});
    }
    return documents;
  }

  static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new ModelException("A line of the training data is no JSON: " + e.getMessage(), e);
    }
  }

  static List<String> lines(Path file) {
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines().toList();
    } catch (IOException e) {
      throw new ModelException(
          "Cannot read the training data '%s': %s. models.train-support.data must be a directory with it."
              .formatted(file, e),
          e);
    }
  }
}
