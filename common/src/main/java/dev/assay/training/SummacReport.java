package dev.assay.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Seeds;
import dev.assay.model.Support;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import dev.assay.stats.Resampling;
import dev.assay.summac.SentencePairs;
import dev.assay.summac.SummacLayer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How well the layer tells supported claims from others that it did not see (AUROC with intervals
 * by group), beside what needs no layer: SummaC-ZS, and the mean of each sentence's highest
 * probability of entailment.
 */
record SummacReport(SummacLayer layer, long seed) {
  private static final double[] THRESHOLDS = {0.5, 0.75};

  void write(ObjectNode report, List<LabelledClaim> claims, List<List<Support>> verdicts) {
    Cohort cohort =
        Cohort.of(
            claims.stream().map(LabelledClaim::group).toArray(String[]::new),
            claims.stream().mapToInt(claim -> claim.supported() ? 1 : 0).toArray());
    double[] conv = new double[claims.size()];
    double[] zeroShot = new double[conv.length];
    double[] entailed = new double[conv.length];
    for (int i = 0; i < conv.length; i++) {
      SentencePairs pairs = claims.get(i).pairs();
      List<Support> own = verdicts.get(i);
      conv[i] = layer.probability(pairs.histograms(own));
      int sentences = pairs.text().size();
      for (int said = 0; said < sentences; said++) {
        List<Support> of = pairs.verdicts(own, said);
        double most = of.stream().mapToDouble(Support::probability).max().orElseThrow();
        double against =
            of.stream().mapToDouble(s -> s.contradiction().orElseThrow()).max().orElseThrow();
        entailed[i] += most / sentences;
        zeroShot[i] += (most - against) / sentences;
      }
    }
    ObjectNode unseen = report.putObject("unseen");
    unseen.put("claims", conv.length).put("supported", IntStream.of(cohort.labels()).sum());
    auroc(unseen.putObject("summac_conv"), conv, cohort);
    auroc(unseen.putObject("summac_zs"), zeroShot, cohort);
    auroc(unseen.putObject("mean_of_highest_entailment"), entailed, cohort);
    for (double threshold : THRESHOLDS) {
      ObjectNode at = unseen.putObject("summac_conv from " + threshold);
      at.put("of_supported", share(conv, cohort.labels(), 1, threshold));
      at.put("of_others", share(conv, cohort.labels(), 0, threshold));
    }
  }

  private void auroc(ObjectNode into, double[] scores, Cohort cohort) {
    Resampling resampling = Resampling.of(Seeds.of(seed, "summac-report", SummacLayer.MODEL));
    Interval area = Auroc.interval(scores, cohort, resampling).orElseThrow();
    Figures.put(into, "auroc", area);
  }

  private static double share(double[] scores, int[] labels, int label, double threshold) {
    int[] rows = IntStream.range(0, scores.length).filter(i -> labels[i] == label).toArray();
    long from = IntStream.of(rows).filter(i -> scores[i] >= threshold).count();
    return Figures.of(from / (double) rows.length);
  }
}
