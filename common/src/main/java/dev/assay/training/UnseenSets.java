package dev.assay.training;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.base.Hashes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sets that the support model is measured on and never trained on, from the same directory. */
final class UnseenSets {
  private static final Pattern SENTENCE = Pattern.compile("<t>([^<]*+)</t>");

  private UnseenSets() {}

  /** MED (Yanaka et al. 2019): pairs whose entailment turns on quantifiers and negations. */
  static List<LabelledText> med(Path data) {
    List<LabelledText> texts = new ArrayList<>();
    List<String> lines = TrainingData.lines(data.resolve("nli/med/MED.tsv"));
    List<String> header = List.of(lines.get(0).split("\t", -1));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      String premise = cells[header.indexOf("sentence1")];
      texts.add(
          new LabelledText(
              "med",
              "med",
              Hashes.sha256(premise),
              List.of(premise),
              cells[header.indexOf("sentence2")],
              cells[header.indexOf("gold_label")].equals("entailment")));
    }
    return texts;
  }

  /**
   * RealSumm (Bhandari et al. 2020): whether a system's summary says the facts of the reference. A
   * reference is called supported by a summary that people found to have more of its facts than the
   * middle one of the article's summaries.
   */
  static List<LabelledText> realSumm(Path data) {
    List<LabelledText> texts = new ArrayList<>();
    String file = String.join("\n", TrainingData.lines(data.resolve("realsumm/abs.json")));
    for (JsonNode article : TrainingData.json(file)) {
      String reference = sentences(article.get("ref_summ").asText());
      List<JsonNode> summaries = new ArrayList<>();
      article.get("system_summaries").forEach(summaries::add);
      double[] recalls = summaries.stream().mapToDouble(UnseenSets::recall).sorted().toArray();
      int half = recalls.length / 2;
      double middle =
          recalls.length % 2 == 1 ? recalls[half] : (recalls[half - 1] + recalls[half]) / 2;
      for (JsonNode summary : summaries) {
        texts.add(
            new LabelledText(
                "realsumm",
                "realsumm",
                Hashes.sha256(reference),
                List.of(sentences(summary.get("system_summary").asText())),
                reference,
                recall(summary) > middle));
      }
    }
    return texts;
  }

  private static double recall(JsonNode summary) {
    return summary.get("scores").get("litepyramid_recall").asDouble();
  }

  /** Each on a line, as the data marks them. */
  private static String sentences(String marked) {
    List<String> sentences = new ArrayList<>();
    Matcher m = SENTENCE.matcher(marked);
    while (m.find()) {
      sentences.add(m.group(1).strip());
    }
    return sentences.isEmpty() ? marked : String.join("\n", sentences);
  }
}
