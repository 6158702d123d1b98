package dev.assay.training;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.model.EntailmentModel;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.ModelException;
import dev.assay.model.Support;
import dev.assay.model.TrainedWeights;
import dev.assay.stats.RidgeLogistic;
import dev.assay.summac.EntailmentBins;
import dev.assay.summac.SummacLayer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Fits SummaC-Conv's layer to the probabilities that an entailment model gives labelled claims, on
 * four fifths of the groups, and measures on the others the weights that it writes. Logistic
 * regression on mean histograms, each bin scaled to a standard deviation of 1, with a ridge
 * penalty; both labels weigh the same. The same rows, model and seed give the same file.
 *
 * @param data a file of labelled claims
 * @param model what the layer stands on; it knows contradiction
 * @param seed of the split
 */
public record SummacTraining(Path data, EntailmentModel model, long seed) {
  /** Claims of each label that are needed to fit, and to measure. */
  static final int LEAST = 10;

  private static final double LAMBDA = 0.01;
  private static final int PAIRS_OF_A_CALL = 4_096;

  /** Reads, judges, fits, measures. */
  public TrainedWeights run() {
    List<LabelledClaim> rows = LabelledClaim.read(data);
    List<LabelledClaim> claims = rows.stream().filter(row -> !row.tooLong()).toList();
    List<LabelledClaim> seen = claims.stream().filter(row -> !row.heldOut(seed)).toList();
    List<LabelledClaim> unseen = claims.stream().filter(row -> row.heldOut(seed)).toList();
    enough(seen, "train on");
    enough(unseen, "measure on");
    String weights = fit(seen, judge(seen));
    SummacLayer written = written(weights);
    ObjectNode report = new ObjectMapper().createObjectNode();
    report.put("layer", SummacLayer.MODEL + "@" + written.revision()).put("model", model.id());
    report.put("seed", seed).put("lambda", LAMBDA).put("too_long", rows.size() - claims.size());
    report.put("seen", seen.size());
    new SummacReport(written, seed).write(report, unseen, judge(unseen));
    return new TrainedWeights(weights, report.toPrettyString() + "\n", claims.size());
  }

  private void enough(List<LabelledClaim> part, String what) {
    long supported = part.stream().filter(LabelledClaim::supported).count();
    if (Math.min(supported, part.size() - supported) < LEAST) {
      throw new ModelException(
          "'%s' has %d supported and %d unsupported claims to %s; %d of each are needed. A fifth of the groups is kept for measuring."
              .formatted(data, supported, part.size() - supported, what, LEAST));
    }
  }

  /** The verdicts on the pairs of each claim. */
  private List<List<Support>> judge(List<LabelledClaim> claims) {
    List<List<Support>> verdicts = new ArrayList<>();
    for (int from = 0; from < claims.size(); ) {
      List<Claim> asked = new ArrayList<>();
      int to = from;
      while (to < claims.size()
          && (to == from || asked.size() + claims.get(to).pairs().size() <= PAIRS_OF_A_CALL)) {
        asked.addAll(claims.get(to++).pairs().claims());
      }
      List<Support> answers = model.judge(asked);
      int next = 0;
      for (LabelledClaim claim : claims.subList(from, to)) {
        int size = (int) claim.pairs().size();
        verdicts.add(answers.subList(next, next + size));
        next += size;
      }
      from = to;
    }
    return verdicts;
  }

  private String fit(List<LabelledClaim> seen, List<List<Support>> verdicts) {
    double[][] rows = new double[seen.size()][];
    boolean[] labels = new boolean[rows.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = mean(seen.get(i).pairs().histograms(verdicts.get(i)));
      labels[i] = seen.get(i).supported();
    }
    Standard standard = Standard.of(rows);
    double[] fitted = new RidgeLogistic(standard.scaled(rows), labels, LAMBDA).fit();
    return SummacLayer.text(model.id(), standard.weights(fitted), standard.intercept(fitted));
  }

  private static double[] mean(List<double[]> histograms) {
    double[] mean = new double[EntailmentBins.SIZE];
    for (double[] histogram : histograms) {
      for (int bin = 0; bin < mean.length; bin++) {
        mean[bin] += histogram[bin] / histograms.size();
      }
    }
    return mean;
  }

  private static SummacLayer written(String weights) {
    try {
      return SummacLayer.parse(weights);
    } catch (IOException e) {
      throw new IllegalStateException("What was just written cannot be read", e);
    }
  }
}
