package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * ROUGE of 1,400 summaries against the values published with RealSumm (Bhandari et al. 2020), which
 * the Perl ROUGE-1.5.5 computed with stemming. Its ROUGE-L is the summary-level one, whose union of
 * common subsequences depends on which of several equally long ones is read out; ours is the one
 * that rouge-score reads out.
 */
class RealSummTest {
  private static final RougeTokens TOKENS = new RougeTokens(true, false);

  private static final List<Double> BOUNDS = List.of(.006, .006, .02);

  @Test
  void meanDifferenceFromThePublishedValuesIsSmall() throws IOException {
    Path file = Path.of(System.getProperty("assay.root", "."), "../shared/data/realsumm/abs.json");
    Assumptions.assumeTrue(Files.exists(file), "no RealSumm data at " + file);
    List<double[]> differences = new ArrayList<>();
    for (JsonNode document : new ObjectMapper().readTree(file.toFile())) {
      List<List<String>> reference = sentences(document.get("ref_summ").asText());
      for (JsonNode system : document.get("system_summaries")) {
        List<List<String>> summary = sentences(system.get("system_summary").asText());
        JsonNode published = system.get("scores");
        differences.add(
            new double[] {
              difference(published, "rouge_1", ngrams(reference, summary, 1)),
              difference(published, "rouge_2", ngrams(reference, summary, 2)),
              difference(published, "rouge_l", RougeScores.summary(reference, summary))
            });
      }
    }
    assertThat(differences).hasSize(1_400);
    for (int metric = 0; metric < 3; metric++) {
      int column = metric;
      assertThat(differences.stream().mapToDouble(row -> row[column]).average().orElseThrow())
          .as("rouge " + List.of("1", "2", "Lsum").get(metric))
          .isLessThanOrEqualTo(BOUNDS.get(metric));
    }
  }

  /**
   * Where systems' summaries end their sentences, which the data mark: of those boundaries, many of
   * which no end mark shows, a splitter that wants a capital behind a stop found 27 %.
   */
  @Test
  void sentencesOfTokenisedSummariesEndWhereTheDataSay() throws IOException {
    Path file = Path.of(System.getProperty("assay.root", "."), "../shared/data/realsumm/abs.json");
    Assumptions.assumeTrue(Files.exists(file), "no RealSumm data at " + file);
    int both = 0;
    int ours = 0;
    int theirs = 0;
    for (JsonNode document : new ObjectMapper().readTree(file.toFile())) {
      for (JsonNode system : document.get("system_summaries")) {
        List<Integer> marked = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (String sentence : system.get("system_summary").asText().split("</?t>")) {
          if (!sentence.isBlank()) {
            text.append(text.length() == 0 ? "" : " ").append(sentence.strip());
            marked.add(text.length());
          }
        }
        List<Integer> found =
            new ArrayList<>(
                Sentences.split(text.toString()).stream().map(Sentences.Sentence::end).toList());
        // The last ends with the text.
        ours += found.size() - 1;
        theirs += marked.size() - 1;
        found.retainAll(marked);
        both += found.size() - 1;
      }
    }
    assertThat(both / (double) ours).as("precision").isGreaterThan(.98);
    assertThat(both / (double) theirs).as("recall").isGreaterThan(.77);
  }

  private static Overlap ngrams(List<List<String>> reference, List<List<String>> summary, int n) {
    return RougeScores.ngrams(flat(reference), flat(summary), n);
  }

  private static double difference(JsonNode published, String metric, Overlap ours) {
    return Math.abs(published.get(metric + "_f_score").asDouble() - ours.f1());
  }

  private static List<String> flat(List<List<String>> sentences) {
    return sentences.stream().flatMap(List::stream).toList();
  }

  /** The data marks sentences by {@code <t>} and {@code </t>}. */
  private static List<List<String>> sentences(String marked) {
    return Arrays.stream(marked.split("</?t>"))
        .filter(sentence -> !sentence.isBlank())
        .map(TOKENS::of)
        .toList();
  }
}
