package dev.assay.training;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import dev.assay.model.TextClassifier;
import dev.assay.model.TrainedWeights;
import dev.assay.stats.RidgeLogistic;
import dev.assay.toxicity.Kind;
import dev.assay.toxicity.ToxicityFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Trains {@code toxicity-v1} on four fifths of the tweets and half of the regulations, where
 * nothing is toxic, and measures it on the tweets that it did not see, on the other regulations, on
 * questions to banks and on questions that only look unsafe. The weights that are measured are
 * those that are written. The same data, embedder and seed give the same weights.
 */
public final class ToxicityTraining {
  static final List<String> DATA =
      List.of(
          "Tweets judged as hate speech, offensive language or neither (MIT License), Davidson,"
              + " Warmsley, Macy and Weber 2017; four fifths of them, by hash",
          "US bank regulations B, E, M, P and DD with official interpretations (public domain), as"
              + " texts in which nothing is toxic; the sentences of half of the documents, by hash");

  /** Price of half a squared coefficient: about one by the number of texts. */
  static final double LAMBDA = 5e-5;

  private static final int BATCH = 256;

  private final Path data;
  private final Embedder embedder;
  private final long seed;

  /**
   * @param data a directory with {@code toxicity/davidson}
   * @param embedder what the model stands on
   */
  public ToxicityTraining(Path data, Embedder embedder, long seed) {
    this.data = data;
    this.embedder = embedder;
    this.seed = seed;
  }

  /** Reads, trains, measures. */
  public TrainedWeights run() {
    List<LabelledTweet> tweets = Tweets.read(data);
    List<LabelledTweet> seen = new ArrayList<>();
    tweets.stream().filter(tweet -> !tweet.heldOut(seed)).forEach(seen::add);
    for (String sentence : Harmless.regulations(data, seed, true)) {
      seen.add(new LabelledTweet(sentence, Kind.Verdict.NEITHER));
    }
    List<LabelledTweet> unseen = tweets.stream().filter(tweet -> tweet.heldOut(seed)).toList();
    List<float[]> vectors = vectors(seen.stream().map(LabelledTweet::text).toList());
    Map<Kind, double[]> heads = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      heads.put(kind, fit(kind, seen, vectors));
    }
    String weights = ToxicityFile.text(heads, embedder.id(), DATA);
    ObjectNode report = new ObjectMapper().createObjectNode();
    report.put("model", ToxicityFile.MODEL).put("embedder", embedder.id()).put("seed", seed);
    report.put("lambda", LAMBDA).put("seen", seen.size());
    DATA.forEach(report.putArray("data")::add);
    new ToxicityReport(written(weights), WordCount.all(data), seed)
        .write(report, unseen, Harmless.unseen(data, seed));
    return new TrainedWeights(weights, report.toPrettyString() + "\n", tweets.size());
  }

  private TextClassifier written(String weights) {
    try {
      return ToxicityFile.parse(weights).over(embedder);
    } catch (IOException e) {
      throw new IllegalStateException("What was just written cannot be read", e);
    }
  }

  private static double[] fit(Kind kind, List<LabelledTweet> tweets, List<float[]> vectors) {
    List<float[]> rows = new ArrayList<>();
    List<Boolean> labels = new ArrayList<>();
    for (int i = 0; i < tweets.size(); i++) {
      if (kind.counts(tweets.get(i).verdict())) {
        rows.add(vectors.get(i));
        labels.add(kind.holds(tweets.get(i).verdict()));
      }
    }
    boolean[] held = new boolean[labels.size()];
    for (int i = 0; i < held.length; i++) {
      held[i] = labels.get(i);
    }
    return new RidgeLogistic(rows.toArray(float[][]::new), held, LAMBDA).fit();
  }

  private List<float[]> vectors(List<String> texts) {
    List<List<String>> batches = new ArrayList<>();
    for (int from = 0; from < texts.size(); from += BATCH) {
      batches.add(texts.subList(from, Math.min(from + BATCH, texts.size())));
    }
    return batches.parallelStream()
        .map(embedder::embed)
        .flatMap(List::stream)
        .map(Embedding::vector)
        .toList();
  }
}
