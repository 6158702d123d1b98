package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.core.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers of which somebody has said, or a construction makes sure, whether they are good: BEGIN's
 * development set (Dziri et al. 2022), HaluEval's questions (Li et al. 2023), amounts of TAT-QA
 * (Zhu et al. 2021) beside another amount of the same report, and summaries of RealSumm (Bhandari
 * et al. 2020) by what people found of the reference in them.
 */
final class WorthSets {
  private static final ObjectMapper JSON = new ObjectMapper();

  private WorthSets() {}

  /**
   * An answer with its label.
   *
   * @param group what is resampled together: the passage, the report, the article
   */
  record Labelled(String group, Example example, boolean good) {
    static Labelled of(
        String question, String expected, String passage, String answer, boolean good) {
      List<String> contexts = passage == null ? List.of() : List.of(passage);
      String group = Hashes.sha256(passage == null ? expected : passage);
      return new Labelled(group, Example.of(question, expected, contexts, answer), good);
    }
  }

  /** The sets by name, from a directory with {@code begin}, {@code halueval}, and so on. */
  static Map<String, List<Labelled>> read(Path data) throws IOException {
    Map<String, List<Labelled>> sets = new LinkedHashMap<>();
    for (String part : List.of("wow", "cmu", "tc")) {
      sets.put("BEGIN " + part, begin(data.resolve("begin/begin_dev_" + part + ".tsv")));
    }
    List<Labelled> questions = new ArrayList<>();
    for (String file : List.of("qa_one-turn_data.json", "qa_multi-turn_data.json")) {
      questions.addAll(haluEval(data.resolve("halueval").resolve(file)));
    }
    sets.put("HaluEval QA", questions);
    sets.put("TAT-QA amounts", amounts(data.resolve("tatqa/tatqa_dataset_dev.json")));
    sets.put("RealSumm", summaries(data.resolve("realsumm/abs.json")));
    return sets;
  }

  private static List<Labelled> begin(Path file) throws IOException {
    List<Labelled> texts = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] cells = line.split("\t", -1);
      if (!cells[0].equals("model_name") && cells.length == 6) {
        boolean good = cells[5].equals("Fully attributable");
        texts.add(Labelled.of(cells[3], null, cells[2], cells[4].strip(), good));
      }
    }
    return texts;
  }

  private static List<Labelled> haluEval(Path file) throws IOException {
    List<Labelled> texts = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode item = JSON.readTree(line);
      String question = item.path("question").asText(item.path("user_query").asText());
      String knowledge = item.get("knowledge").asText();
      texts.add(Labelled.of(question, null, knowledge, item.get("right_answer").asText(), true));
      texts.add(
          Labelled.of(question, null, knowledge, item.get("hallucinated_answer").asText(), false));
    }
    return texts;
  }

  /** Each amount as a sentence, right, and with the next other amount of its report, wrong. */
  private static List<Labelled> amounts(Path file) throws IOException {
    List<Labelled> texts = new ArrayList<>();
    for (JsonNode report : JSON.readTree(file.toFile())) {
      List<JsonNode> asked = new ArrayList<>();
      report
          .get("questions")
          .forEach(
              q -> {
                if (gold(q).matches(".*\\d.*") && gold(q).length() <= 20) {
                  asked.add(q);
                }
              });
      String passage = passage(report);
      for (int i = 0; i < asked.size(); i++) {
        String right = gold(asked.get(i));
        String wrong = right;
        for (int step = 1; step < asked.size() && wrong.equals(right); step++) {
          wrong = gold(asked.get((i + step) % asked.size()));
        }
        if (!wrong.equals(right)) {
          String question = asked.get(i).get("question").asText();
          texts.add(Labelled.of(question, right, passage, sentence(right), true));
          texts.add(Labelled.of(question, right, passage, sentence(wrong), false));
        }
      }
    }
    return texts;
  }

  private static String sentence(String amount) {
    return "According to the report it is " + amount + ".";
  }

  private static String gold(JsonNode question) {
    JsonNode answer = question.get("answer");
    String text =
        answer.isArray() ? (answer.size() == 1 ? answer.get(0).asText() : "") : answer.asText();
    return (text + " " + question.get("scale").asText()).strip();
  }

  private static String passage(JsonNode report) {
    StringBuilder passage = new StringBuilder();
    report.get("paragraphs").forEach(p -> passage.append(p.get("text").asText()).append('\n'));
    for (JsonNode row : report.get("table").get("table")) {
      List<String> cells = new ArrayList<>();
      row.forEach(cell -> cells.add(cell.asText()));
      passage.append(String.join(" | ", cells)).append('\n');
    }
    return passage.toString();
  }

  /**
   * Good is what has more of the reference's facts than the middle one of its article's summaries.
   */
  private static List<Labelled> summaries(Path file) throws IOException {
    List<Labelled> texts = new ArrayList<>();
    for (JsonNode article : JSON.readTree(file.toFile())) {
      List<JsonNode> all = new ArrayList<>();
      article.get("system_summaries").forEach(all::add);
      double[] found = all.stream().mapToDouble(WorthSets::found).sorted().toArray();
      double middle = found[found.length / 2];
      String reference = plain(article.get("ref_summ").asText());
      for (JsonNode summary : all) {
        String text = plain(summary.get("system_summary").asText());
        texts.add(Labelled.of(null, reference, null, text, found(summary) > middle));
      }
    }
    return texts;
  }

  /**
   * The same summaries the other way round: the reference, in the answer's place, is good where the
   * summary, in the passage's, has more of its facts than the middle one, as train-support has it.
   */
  static List<Labelled> references(Path data) throws IOException {
    return summaries(data.resolve("realsumm/abs.json")).stream()
        .map(
            text -> {
              String reference = text.example().expected().orElseThrow();
              String summary = text.example().answer().orElseThrow();
              return new Labelled(
                  text.group(), Example.of(null, null, List.of(summary), reference), text.good());
            })
        .toList();
  }

  private static double found(JsonNode summary) {
    return summary.get("scores").get("litepyramid_recall").asDouble();
  }

  private static String plain(String tagged) {
    return String.join(
        " ",
        Arrays.stream(tagged.split("</?t>")).map(String::strip).filter(s -> !s.isEmpty()).toList());
  }
}
