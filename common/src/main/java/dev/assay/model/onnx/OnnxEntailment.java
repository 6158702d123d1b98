package dev.assay.model.onnx;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.base.Hashes;
import dev.assay.base.Logistic;
import dev.assay.model.EntailmentModel;
import dev.assay.model.ModelException;
import dev.assay.model.Support;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A premise and hypothesis network: an NLI model of two or three classes, or a model of consistency
 * with one output. A passage that is too long is read in windows of whole sentences; of all windows
 * of all passages the one with the highest z speaks.
 *
 * <p>z is the logit of entailment minus the log-sum-exp of the others, so σ(z) is its probability.
 * The distance is that to the {@link Boundary}, where the graph or the configuration shows it.
 */
public final class OnnxEntailment implements EntailmentModel, AutoCloseable {
  private final String id;
  private final SequenceSpec spec;
  private final OnnxSequences network;
  private final boolean wholeTexts;
  private final int entailment;
  private final OptionalInt contradiction;
  private final Optional<Boundary> boundary;
  private final Cache<Pair, float[]> remembered;

  private record Pair(String premise, String hypothesis) {}

  /**
   * @param wholeTexts whether a hypothesis may be a whole answer
   * @param weightNorms lengths of the last layer's weights, by output; empty: those of the graph
   * @param remember pairs whose logits are remembered
   */
  public OnnxEntailment(
      SequenceSpec spec,
      ModelFiles files,
      boolean wholeTexts,
      List<Double> weightNorms,
      int remember) {
    this.id = id(spec, files, weightNorms);
    this.spec = spec;
    this.wholeTexts = wholeTexts;
    this.network = new OnnxSequences(spec, files);
    List<String> labels = network.labels();
    OptionalInt named = place(labels, "entail", "consistent", "supported");
    if (named.isEmpty() && labels.size() > 1) {
      network.close();
      throw new ModelException(
          "The model '%s' has labels %s; one must be entailment, consistent or supported"
                  .formatted(files.name(), labels)
              + " (set models.entailment.labels)");
    }
    this.entailment = named.orElse(0);
    this.contradiction = place(labels, "contradict");
    try {
      this.boundary = Boundary.of(files, labels, entailment, weightNorms);
    } catch (ModelException e) {
      network.close();
      throw e;
    }
    this.remembered =
        Caffeine.newBuilder()
            .maximumSize(remember)
            .executor(Runnable::run) // to wake a thread for it takes longer
            .build();
  }

  /** What a network with these parameters calls itself; reads nothing more. */
  public static String id(SequenceSpec spec, ModelFiles files, List<Double> weightNorms) {
    return OnnxSequences.id(spec, files)
        + (weightNorms.isEmpty()
            ? ""
            : "/" + Hashes.sha256(weightNorms.toString()).substring(0, 8));
  }

  private static OptionalInt place(List<String> labels, String... starts) {
    return IntStream.range(0, labels.size())
        .filter(
            i ->
                List.of(starts).stream()
                    .anyMatch(labels.get(i).toLowerCase(Locale.ROOT)::startsWith))
        .findFirst();
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public boolean knowsContradiction() {
    return contradiction.isPresent();
  }

  @Override
  public boolean readsWholeTexts() {
    return wholeTexts;
  }

  @Override
  public List<Support> judge(List<Claim> claims) {
    Map<Pair, Boolean> cut = new LinkedHashMap<>();
    List<List<Window>> windows = new ArrayList<>();
    for (Claim claim : claims) {
      List<Window> own = new ArrayList<>();
      for (int p = 0; p < claim.passages().size(); p++) {
        for (String premise : windows(claim.passages().get(p), claim.sentence())) {
          own.add(new Window(p, new Pair(premise, claim.sentence())));
        }
      }
      own.forEach(window -> cut.put(window.pair(), false));
      windows.add(own);
    }
    Map<Pair, float[]> logits = logits(cut);
    List<Support> verdicts = new ArrayList<>();
    for (List<Window> own : windows) {
      verdicts.add(verdict(own, logits, cut));
    }
    return List.copyOf(verdicts);
  }

  private record Window(int passage, Pair pair) {}

  /** The logits of every pair; notes which were cut. */
  private Map<Pair, float[]> logits(Map<Pair, Boolean> cut) {
    Map<Pair, float[]> known = new LinkedHashMap<>();
    List<Pair> missing = new ArrayList<>();
    List<Tokens> tokens = new ArrayList<>();
    for (Pair pair : cut.keySet()) {
      Tokens read = network.tokens(pair.premise(), pair.hypothesis());
      cut.put(pair, read.truncated());
      float[] before = remembered.getIfPresent(pair);
      if (before == null) {
        missing.add(pair);
        tokens.add(read);
      } else {
        known.put(pair, before);
      }
    }
    List<float[]> computed = network.logits(tokens);
    for (int i = 0; i < missing.size(); i++) {
      known.put(missing.get(i), computed.get(i));
      remembered.put(missing.get(i), computed.get(i));
    }
    return known;
  }

  private Support verdict(List<Window> windows, Map<Pair, float[]> logits, Map<Pair, Boolean> cut) {
    Window best = windows.get(0);
    double contradicts = 0;
    boolean truncated = false;
    for (Window window : windows) {
      float[] own = logits.get(window.pair());
      best = z(own) > z(logits.get(best.pair())) ? window : best;
      contradicts = Math.max(contradicts, contradiction(own));
      truncated |= cut.get(window.pair());
    }
    Pair speaking = best.pair();
    double z = z(logits.get(speaking));
    return new Support(
        Logistic.sigmoid(z),
        z,
        boundary.stream().mapToDouble(b -> b.distance(logits.get(speaking))).findFirst(),
        contradiction.isPresent() ? OptionalDouble.of(contradicts) : OptionalDouble.empty(),
        Optional.of(new Support.Match(best.passage(), best.pair().premise())),
        List.of(),
        Map.of(),
        truncated);
  }

  private double z(float[] logits) {
    return logits.length == 1 ? logits[0] : logits[entailment] - others(logits, entailment);
  }

  private double contradiction(float[] logits) {
    if (contradiction.isEmpty()) {
      return 0;
    }
    int c = contradiction.getAsInt();
    return 1 / (1 + Math.exp(others(logits, c) - logits[c]));
  }

  /** log Σ exp over all but {@code left}. */
  private static double others(float[] logits, int left) {
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < logits.length; i++) {
      highest = i == left ? highest : Math.max(highest, logits[i]);
    }
    double sum = 0;
    for (int i = 0; i < logits.length; i++) {
      sum += i == left ? 0 : Math.exp(logits[i] - highest);
    }
    return highest + Math.log(sum);
  }

  /** The passage whole where it fits beside the hypothesis, else runs of its sentences that do. */
  private List<String> windows(String passage, String hypothesis) {
    if (!network.tokens(passage, hypothesis).truncated()) {
      return List.of(passage);
    }
    int room = spec.maxLength() - network.tokens("", hypothesis).ids().length;
    return network.windows(passage, room);
  }

  @Override
  public void close() {
    network.close();
  }
}
