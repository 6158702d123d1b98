package dev.assay.training;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.model.Embedder;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.TrainedWeights;
import dev.assay.support.Feature;
import dev.assay.support.FeatureComparison;
import dev.assay.support.Idf;
import dev.assay.support.ParsedText;
import dev.assay.support.SupportFile;
import dev.assay.support.SupportModel;
import dev.assay.support.SupportWeights;
import dev.assay.text.Sentences;
import dev.assay.text.Splits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Trains {@code support-v1} and measures it on what it did not see. The same data, model and seed
 * give the same weights.
 */
public final class SupportTraining {
  /** What the weights rest on: data, part, licence. */
  static final List<String> DATA =
      List.of(
          "BEGIN development set, parts wow and cmu (CC-BY-4.0) and tc (CDLA-Sharing-1.0), Dziri et"
              + " al. 2022",
          "Breaking NLI (CC-BY-SA-4.0), Glockner et al. 2018",
          "US bank regulations B, E, M, P and DD with official interpretations (public domain),"
              + " sentences as they are and with a planted fault");

  /** A part of BEGIN by weights that saw nothing of BEGIN. */
  private static final String FOREIGN = ", without any of BEGIN";

  /** Breaking NLI by weights that saw nothing of it. */
  static final String BREAKING = "breaking-nli, without it";

  private static final int ONE_SENTENCE_IN = 2;
  private static final int BATCH = 256;
  private static final int TOKENS = 300_000;

  private final Path data;
  private final TokenEmbedder tokens;
  private final Embedder sentences;
  private final long seed;
  private final SupportModel reader;
  private final Map<LabelledText, ComparedText> compared = new LinkedHashMap<>();

  /**
   * @param data the directory that {@code TrainingData} reads
   * @param tokens what the model aligns by
   * @param sentences for the baselines of cosines
   */
  public SupportTraining(Path data, TokenEmbedder tokens, Embedder sentences, long seed) {
    this.data = data;
    this.tokens = tokens;
    this.sentences = sentences;
    this.seed = seed;
    this.reader = SupportModel.untrained(tokens, TOKENS);
  }

  /** Reads, trains, measures. */
  public TrainedWeights run() {
    Map<String, List<LabelledText>> sets = new LinkedHashMap<>();
    for (String part : TrainingData.BEGIN_PARTS) {
      sets.put("begin-" + part, TrainingData.begin(data, part));
    }
    sets.put("breaking-nli", TrainingData.breakingNli(data));
    List<String[]> documents = TrainingData.regulations(data);
    sets.put("regulations", new Corruptions(documents, seed).pairs(ONE_SENTENCE_IN));
    Map<String, List<LabelledText>> others = new LinkedHashMap<>();
    others.put("halueval", TrainingData.haluEval(data));
    others.put("med", UnseenSets.med(data));
    others.put("realsumm", UnseenSets.realSumm(data));
    sets.values().forEach(this::compare);
    others.values().forEach(this::compare);

    ObjectNode report = new ObjectMapper().createObjectNode();
    report.put("model", SupportModel.NAME).put("tokens", tokens.id()).put("seed", seed);
    report.put("lambda", SupportTrainer.LAMBDA);
    report.put("lambda_of_numbers", SupportTrainer.LAMBDA_OF_NUMBERS);
    DATA.forEach(report.putArray("data")::add);
    SupportReport measures = new SupportReport(compared, sentences, seed);
    ObjectNode unseen = report.putObject("unseen");
    SortedMap<String, String> files = new TreeMap<>();
    List<LabelledText> rules = new ArrayList<>(sets.get("breaking-nli"));
    rules.addAll(sets.get("regulations"));
    SupportWeights byRules = fit(rules, documents);
    for (String part : TrainingData.BEGIN_PARTS) {
      SupportWeights without = fit(without(sets, "begin-" + part), documents);
      measures.unseen(
          unseen.putObject("begin-" + part + FOREIGN), sets.get("begin-" + part), byRules);
      measures.unseen(unseen.putObject("begin-" + part), sets.get("begin-" + part), without);
      List<String> but = new ArrayList<>(DATA);
      but.set(0, DATA.get(0) + ", without part " + part);
      files.put("without-" + part, SupportFile.text(without, tokens.id(), but));
    }
    SupportWeights unbroken = fit(without(sets, "breaking-nli"), documents);
    measures.unseen(unseen.putObject(BREAKING), sets.get("breaking-nli"), unbroken);
    SupportWeights weights = fit(sets.values().stream().flatMap(List::stream).toList(), documents);
    others.forEach((name, texts) -> measures.unseen(unseen.putObject(name), texts, weights));
    List<String> foreign = new ArrayList<>();
    TrainingData.BEGIN_PARTS.forEach(part -> foreign.add("begin-" + part + FOREIGN));
    foreign.add(BREAKING);
    foreign.addAll(others.keySet());
    List<String> summary = SupportReport.macro(report.putObject("macro"), unseen, foreign);
    ObjectNode seen = report.putObject("seen");
    byPart(sets).forEach((part, texts) -> measures.seen(seen.putObject(part), texts, weights));
    ObjectNode shares = report.putObject("weights");
    for (Feature feature : Feature.values()) {
      shares.put(feature.id(), weights.weights()[feature.ordinal()]);
    }
    return new TrainedWeights(
        SupportFile.text(weights, tokens.id(), DATA),
        files,
        report.toPrettyString() + "\n",
        compared.size(),
        summary);
  }

  private static List<LabelledText> without(Map<String, List<LabelledText>> sets, String left) {
    return sets.entrySet().stream()
        .filter(set -> !set.getKey().equals(left))
        .flatMap(set -> set.getValue().stream())
        .toList();
  }

  private static Map<String, List<LabelledText>> byPart(Map<String, List<LabelledText>> sets) {
    Map<String, List<LabelledText>> byPart = new LinkedHashMap<>();
    sets.values().stream()
        .flatMap(List::stream)
        .forEach(t -> byPart.computeIfAbsent(t.part(), key -> new ArrayList<>()).add(t));
    return byPart;
  }

  /** Weights, and rarities from the regulations and the passages of {@code texts} alone. */
  private SupportWeights fit(List<LabelledText> texts, List<String[]> documents) {
    Set<String> lines = new LinkedHashSet<>();
    for (String[] document : documents) {
      lines.addAll(Splits.all(document[1]));
    }
    for (LabelledText text : texts) {
      text.passages().forEach(passage -> lines.addAll(Splits.all(passage)));
    }
    Idf idf = Idf.of(lines.stream().map(ParsedText::of).toList());
    return SupportTrainer.fit(texts.stream().map(compared::get).toList(), idf);
  }

  private void compare(List<LabelledText> texts) {
    List<List<LabelledText>> batches = new ArrayList<>();
    for (int from = 0; from < texts.size(); from += BATCH) {
      batches.add(texts.subList(from, Math.min(from + BATCH, texts.size())));
    }
    List<List<ComparedText>> results = batches.parallelStream().map(this::compared).toList();
    for (int b = 0; b < batches.size(); b++) {
      for (int i = 0; i < batches.get(b).size(); i++) {
        compared.put(batches.get(b).get(i), results.get(b).get(i));
      }
    }
  }

  private List<ComparedText> compared(List<LabelledText> texts) {
    List<Claim> claims = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    for (LabelledText text : texts) {
      List<String> scored = Sentences.scored(text.text());
      List<String> lines = scored.isEmpty() ? List.of(text.text()) : scored;
      lines.forEach(line -> claims.add(new Claim(text.passages(), line)));
      counts.add(lines.size());
    }
    List<FeatureComparison> all = reader.compare(claims);
    List<ComparedText> results = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < counts.size(); i++) {
      LabelledText text = texts.get(i);
      List<FeatureComparison> own = List.copyOf(all.subList(next, next + counts.get(i)));
      results.add(new ComparedText(text.source(), text.group(), text.supported(), own));
      next += counts.get(i);
    }
    return results;
  }
}
