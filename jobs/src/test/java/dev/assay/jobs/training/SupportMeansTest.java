package dev.assay.jobs.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.TrainedWeights;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeTokens;
import dev.assay.training.SupportTraining;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What train-support says of sets that its weights have not seen, on small made ones. */
class SupportMeansTest {
  private static final int PAIRS = 40;
  private static final List<String> WORDS =
      List.of(
          "harbour", "lantern", "meadow", "copper", "violin", "basket", "glacier", "pepper",
          "saddle", "thunder", "marble", "cotton", "orchard", "ribbon", "falcon", "walnut",
          "canyon", "pillow", "hammer", "velvet");

  private static final List<List<String>> OPPOSITES =
      List.of(
          List.of("hot", "cold"),
          List.of("public", "private"),
          List.of("valid", "invalid"),
          List.of("internal", "external"),
          List.of("possible", "impossible"),
          List.of("fixed", "variable"),
          List.of("summer", "winter"),
          List.of("near", "distant"));

  @TempDir private Path data;
  private final Random chance = new Random(7);

  @Test
  void theMeanIsOfSevenSetsEachByWeightsThatHaveNotSeenIt() throws Exception {
    write();
    TrainedWeights trained =
        new SupportTraining(data, new FakeTokens(), FakeEmbedder.hashing(16), 20260101).run();
    JsonNode report = new ObjectMapper().readTree(trained.report());
    List<String> sets = new ArrayList<>();
    report.at("/macro/sets").forEach(set -> sets.add(set.asText()));
    assertThat(sets)
        .containsExactly(
            "begin-wow, without any of BEGIN",
            "begin-cmu, without any of BEGIN",
            "begin-tc, without any of BEGIN",
            "breaking-nli, without it",
            "halueval",
            "med",
            "realsumm");

    // The plain mean of the seven estimates, each of which is rounded.
    double mean =
        sets.stream()
            .mapToDouble(
                set -> report.get("unseen").get(set).at("/auroc/support/estimate").asDouble())
            .average()
            .orElseThrow();
    assertThat(report.at("/macro/support").asDouble()).isCloseTo(mean, within(1e-4));
    assertThat(trained.summary().get(0))
        .startsWith("mean AUROC over 7 sets that the weights had not seen: support ")
        .contains("support %.3f,".formatted(report.at("/macro/support").asDouble()));

    // Opposites are in Breaking NLI alone, and nothing else tells its pairs apart: weights that
    // have seen it know them, those without it guess.
    assertThat(report.at("/seen/breaking-nli/auroc").asDouble()).isGreaterThan(.9);
    assertThat(
            report
                .get("unseen")
                .get("breaking-nli, without it")
                .at("/auroc/support/estimate")
                .asDouble())
        .isBetween(.3, .7);
  }

  private void write() throws Exception {
    for (String part : List.of("wow", "cmu", "tc")) {
      lines(
          "begin/begin_dev_" + part + ".tsv",
          i -> {
            String passage = words(WORDS, 8);
            boolean good = i % 2 == 0;
            String label = good ? "Fully attributable" : "Not fully attributable";
            return "m\ts\t%s\tHello?\t%s\t%s".formatted(passage, said(passage, good), label);
          });
    }
    Files.createDirectories(data.resolve("nli/breaking_nli"));
    try (OutputStream out =
        new GZIPOutputStream(
            Files.newOutputStream(data.resolve("nli/breaking_nli/dataset.jsonl.gz")))) {
      for (int i = 0; i < PAIRS; i++) {
        // The last word is one of the same sixteen in either class.
        List<String> pair = OPPOSITES.get(chance.nextInt(OPPOSITES.size()));
        int side = chance.nextInt(2);
        List<String> other = OPPOSITES.get((OPPOSITES.indexOf(pair) + 3) % OPPOSITES.size());
        String passage = words(WORDS, 6);
        String line =
            "{\"sentence1\":\"%s %s.\",\"sentence2\":\"%s %s.\",\"gold_label\":\"%s\"}\n"
                .formatted(
                    passage,
                    pair.get(side),
                    passage,
                    i % 2 == 0 ? other.get(chance.nextInt(2)) : pair.get(1 - side),
                    i % 2 == 0 ? "entailment" : "contradiction");
        out.write(line.getBytes(StandardCharsets.UTF_8));
      }
    }
    lines(
        "banking-regulations.jsonl",
        i ->
            "{\"doc_id\":\"d%d\",\"text\":\"%s\"}"
                .formatted(
                    i,
                    IntStream.range(0, 6)
                        .mapToObj(s -> "The keeper shall deliver the " + words(WORDS, 5) + ".")
                        .collect(Collectors.joining(" "))));
    for (String turn : List.of("one", "multi")) {
      lines(
          "halueval/qa_" + turn + "-turn_data.json",
          i -> {
            String passage = words(WORDS, 8);
            return "{\"knowledge\":\"%s\",\"right_answer\":\"%s\",\"hallucinated_answer\":\"%s\"}"
                .formatted(passage, said(passage, true), said(passage, false));
          });
    }
    lines(
        "nli/med/MED.tsv",
        i -> {
          String passage = words(WORDS, 8);
          return i == 0
              ? "sentence1\tsentence2\tgold_label"
              : "%s\t%s\t%s"
                  .formatted(
                      passage, said(passage, i % 2 == 0), i % 2 == 0 ? "entailment" : "neutral");
        });
    lines("realsumm/abs.json", i -> i == 0 ? articles() : "");
  }

  private String articles() {
    return IntStream.range(0, PAIRS)
        .mapToObj(
            i -> {
              String reference = words(WORDS, 8);
              return "\"%d\":{\"ref_summ\":\"<t> %s </t>\",\"system_summaries\":{%s,%s}}"
                  .formatted(
                      i,
                      reference,
                      summary("a", said(reference, true), .9),
                      summary("b", said(reference, false), .1));
            })
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String summary(String system, String text, double recall) {
    return "\"%s\":{\"system_summary\":\"<t> %s </t>\",\"scores\":{\"litepyramid_recall\":%s}}"
        .formatted(system, text, recall);
  }

  private void lines(String file, IntFunction<String> line) throws Exception {
    Path path = data.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, IntStream.range(0, PAIRS).mapToObj(line).toList());
  }

  /** Four words of the passage, or of all words. */
  private String said(String passage, boolean good) {
    return words(good ? List.of(passage.split(" ")) : WORDS, 4);
  }

  private String words(List<String> of, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> of.get(chance.nextInt(of.size())))
        .collect(Collectors.joining(" "));
  }
}
