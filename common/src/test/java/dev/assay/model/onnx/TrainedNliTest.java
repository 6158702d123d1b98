package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.Support;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Golden;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The signed distance of a network that was trained on NLI, against numpy, which walks that far and
 * finds the tie: scripts/golden/trained_nli.py (onnx 1.23.2, numpy 2.4.6).
 */
class TrainedNliTest {
  private static final List<String> LABELS = List.of("contradiction", "entailment", "neutral");

  @Test
  void theDistanceIsThatToTheNearestTie() throws Exception {
    int inside = 0;
    try (OnnxEntailment model = model()) {
      JsonNode pairs = SequenceModelsTest.expected("trained-nli").get("pairs");
      for (JsonNode pair : pairs) {
        Support support = model.judge(List.of(claim(pair))).get(0);
        double[] logits = Golden.doubles(pair.get("logits"));
        double distance = pair.get("distance").asDouble();
        assertThat(support.distance().orElseThrow()).isCloseTo(distance, within(1e-4));
        boolean likeliest = logits[1] > Math.max(logits[0], logits[2]);
        assertThat(support.distance().getAsDouble() > 0).isEqualTo(likeliest);
        inside += likeliest ? 1 : 0;
      }
      assertThat(inside).isBetween(1, pairs.size() - 1);
    }
  }

  @Test
  void itKnowsWhatFollowsFromWhat() throws Exception {
    try (OnnxEntailment model = model()) {
      String premise = "A man plays a guitar near the lake.";
      double wider = distance(model, premise, "A man plays an instrument near the lake.");
      double other = distance(model, premise, "A man plays a piano near the lake.");
      assertThat(wider).isPositive();
      assertThat(other).isNegative();
    }
  }

  /** A fifth of the premises of Breaking NLI and MED, by hash, which it was not trained on. */
  @Test
  void onUnseenPremisesItRanksAsNumpyFound() throws Exception {
    Path data = Path.of(System.getProperty("assay.root", "."), "../shared/data/nli");
    Assumptions.assumeTrue(Files.isDirectory(data), "no NLI data at " + data);
    List<Claim> claims = new ArrayList<>();
    List<Integer> entailed = new ArrayList<>();
    for (String line : lines(data.resolve("breaking_nli/dataset.jsonl.gz"))) {
      JsonNode row = new ObjectMapper().readTree(line);
      add(
          claims,
          entailed,
          row.get("sentence1").asText(),
          row.get("sentence2").asText(),
          row.get("gold_label").asText());
    }
    List<String> med = lines(data.resolve("med/MED.tsv"));
    List<String> header = List.of(med.get(0).split("\t"));
    for (String line : med.subList(1, med.size())) {
      String[] cells = line.split("\t", -1);
      add(
          claims,
          entailed,
          cells[header.indexOf("sentence1")],
          cells[header.indexOf("sentence2")],
          cells[header.indexOf("gold_label")]);
    }
    JsonNode found = SequenceModelsTest.expected("trained-nli").get("held_out");
    assertThat(claims).hasSize(found.get("pairs").asInt());
    try (OnnxEntailment model = model()) {
      double[] distances =
          model.judge(claims).stream().mapToDouble(s -> s.distance().orElseThrow()).toArray();
      Cohort cohort = Cohort.of(entailed.stream().mapToInt(Integer::intValue).toArray());
      double area = found.get("auroc_of_the_distance").asDouble();
      assertThat(Auroc.of(distances, cohort).orElseThrow()).isCloseTo(area, within(1e-3));
      assertThat(area).as("a trained network, not a random one").isGreaterThan(.85);
    }
  }

  /**
   * Dynamic quantisation rounds by the range of a batch: in one run of several pairs each would
   * have other logits than alone.
   */
  @Test
  void withEightBitsAPairsLogitsDoNotDependOnItsNeighbours() throws Exception {
    JsonNode pairs = SequenceModelsTest.expected("trained-nli-int8").get("pairs");
    List<Claim> claims = new ArrayList<>();
    pairs.forEach(pair -> claims.add(claim(pair)));
    try (OnnxEntailment together = model("trained-nli-int8", 16);
        OnnxEntailment alone = model("trained-nli-int8", 1)) {
      List<Support> found = together.judge(claims);
      assertThat(found).isEqualTo(alone.judge(claims));
      for (int i = 0; i < claims.size(); i++) {
        double[] z = Golden.doubles(pairs.get(i).get("logits"));
        double logit = z[1] - Math.log(Math.exp(z[0]) + Math.exp(z[2]));
        assertThat(found.get(i).logit()).isCloseTo(logit, within(1e-4));
      }
    }
  }

  private static void add(
      List<Claim> claims, List<Integer> entailed, String premise, String hypothesis, String label)
      throws Exception {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(premise.getBytes(StandardCharsets.UTF_8));
    if (Integer.toUnsignedLong(ByteBuffer.wrap(digest).getInt()) % 5 == 0
        && LABELS.contains(label)) {
      claims.add(new Claim(List.of(premise), hypothesis));
      entailed.add(label.equals("entailment") ? 1 : 0);
    }
  }

  private static double distance(OnnxEntailment model, String premise, String hypothesis) {
    Claim claim = new Claim(List.of(premise), hypothesis);
    return model.judge(List.of(claim)).get(0).distance().orElseThrow();
  }

  private static Claim claim(JsonNode pair) {
    return new Claim(List.of(pair.get("premise").asText()), pair.get("hypothesis").asText());
  }

  private static OnnxEntailment model() throws Exception {
    return model("trained-nli", 16);
  }

  private static OnnxEntailment model(String name, int batch) throws Exception {
    ModelFiles files = SequenceModelsTest.files(name);
    SequenceSpec spec =
        new SequenceSpec(files.directory().toString(), List.of(), "", 128, batch, "cpu");
    return new OnnxEntailment(spec, files, false, List.of(), 5_000);
  }

  private static List<String> lines(Path file) throws IOException {
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines().toList();
    }
  }
}
