package dev.assay.support;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.base.Logistic;
import dev.assay.model.DiskMemory;
import dev.assay.model.EntailmentModel;
import dev.assay.model.Support;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.TokenVectors;
import dev.assay.text.Splits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * {@code support-v1}: a linear model of support over seven features of a sentence against all
 * passages together. Not an NLI model: it knows no contradiction, only how well words, numbers and
 * names of a sentence are covered, and whether the best-aligned sentence turns it round.
 */
public final class SupportModel implements EntailmentModel {
  /** The name that its rows carry. */
  public static final String NAME = "support-v1";

  /** Sentences whose vectors are held at once, so that a large batch needs little memory. */
  private static final int CHUNK = 1_024;

  private static final long CHARACTERS = 8_000_000;

  private final SupportWeights weights;
  private final ContentVectors vectors;
  private final String id;
  private final Cache<String, ParsedText> parsed =
      Caffeine.newBuilder()
          .maximumWeight(CHARACTERS)
          .weigher((String text, ParsedText value) -> text.length() + 64)
          .executor(Runnable::run) // to wake a thread for it takes longer
          .build();

  /**
   * @param tokens what the weights were fitted on
   * @param remember content tokens whose vectors are remembered
   */
  public SupportModel(SupportFile file, TokenEmbedder tokens, int remember) {
    this(file, tokens, remember, DiskMemory.none());
  }

  /**
   * The same.
   *
   * @param disk has the vectors of further texts
   */
  public SupportModel(SupportFile file, TokenEmbedder tokens, int remember, DiskMemory disk) {
    this(file.weights(), new ContentVectors(tokens, remember, disk), file.id(tokens.id()));
  }

  SupportModel(SupportWeights weights, ContentVectors vectors, String id) {
    this.weights = weights;
    this.vectors = vectors;
    this.id = id;
  }

  /** A model that compares sentences but has no weights. */
  public static SupportModel untrained(TokenEmbedder tokens, int remember) {
    int n = Feature.values().length;
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    SupportWeights none =
        new SupportWeights(new double[n], ones, new double[n], new Idf(0, Map.of()));
    return new SupportModel(
        none, new ContentVectors(tokens, remember, DiskMemory.none()), NAME + "@untrained");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public boolean knowsContradiction() {
    return false;
  }

  @Override
  public List<Support> judge(List<Claim> claims) {
    List<Support> verdicts = new ArrayList<>();
    for (int from = 0; from < claims.size(); ) {
      Set<String> texts = new LinkedHashSet<>();
      int to = from;
      while (to < claims.size() && (to == from || texts.size() < CHUNK)) {
        texts.add(claims.get(to).sentence());
        claims.get(to).passages().forEach(passage -> texts.addAll(Splits.all(passage)));
        to++;
      }
      Map<String, ContentVectors.Content> known = vectors.of(List.copyOf(texts));
      Map<List<String>, Premise> premises = new HashMap<>();
      for (Claim claim : claims.subList(from, to)) {
        Premise premise =
            premises.computeIfAbsent(claim.passages(), passages -> premise(passages, known));
        verdicts.add(verdict(claim, premise, known));
      }
      from = to;
    }
    return List.copyOf(verdicts);
  }

  /** Compares the sentences of claims, for training; as {@link #judge}, all at once. */
  public List<FeatureComparison> compare(List<Claim> claims) {
    Set<String> texts = new LinkedHashSet<>();
    for (Claim claim : claims) {
      texts.add(claim.sentence());
      claim.passages().forEach(passage -> texts.addAll(Splits.all(passage)));
    }
    Map<String, ContentVectors.Content> known = vectors.of(List.copyOf(texts));
    Map<List<String>, Premise> premises = new HashMap<>();
    return claims.stream()
        .map(
            claim ->
                comparison(
                    claim.sentence(),
                    premises.computeIfAbsent(claim.passages(), p -> premise(p, known)),
                    known))
        .toList();
  }

  private Premise premise(List<String> passages, Map<String, ContentVectors.Content> known) {
    List<Premise.Line> lines = new ArrayList<>();
    for (int p = 0; p < passages.size(); p++) {
      for (String line : Splits.all(passages.get(p))) {
        lines.add(new Premise.Line(p, line, parsed(line), known.get(line)));
      }
    }
    return new Premise(lines, passages.stream().map(this::parsed).toList(), vectors.cosines());
  }

  private ParsedText parsed(String text) {
    return parsed.get(text, ParsedText::of);
  }

  private FeatureComparison comparison(
      String sentence, Premise premise, Map<String, ContentVectors.Content> known) {
    TokenVectors content = known.get(sentence).vectors();
    return FeatureComparison.of(parsed(sentence), content, premise);
  }

  private Support verdict(Claim claim, Premise premise, Map<String, ContentVectors.Content> known) {
    FeatureComparison comparison = comparison(claim.sentence(), premise, known);
    double[] features = comparison.features(weights.idf());
    double z = weights.logit(features);
    double distance = z / weights.norm();
    Map<String, Double> detail = new LinkedHashMap<>();
    for (Feature feature : Feature.values()) {
      if (!Double.isNaN(features[feature.ordinal()])) {
        detail.put(feature.id(), features[feature.ordinal()]);
      }
    }
    Optional<Support.Match> match =
        comparison
            .alignment()
            .map(found -> premise.line(found.best()))
            .map(line -> new Support.Match(line.passage(), line.text()));
    boolean truncated = known.get(claim.sentence()).truncated() || premise.truncated();
    return new Support(
        Logistic.sigmoid(distance),
        z,
        OptionalDouble.of(distance),
        OptionalDouble.empty(),
        match,
        comparison.flags(),
        detail,
        truncated);
  }
}
