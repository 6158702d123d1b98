package dev.assay.evaluators.similarity;

import dev.assay.base.Logistic;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Match;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.Status;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.Support;
import dev.assay.summac.SentencePairs;
import dev.assay.summac.SummacLayer;
import dev.assay.text.Splits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * SummaC-ZS: for every summary sentence the highest probability with which a document sentence
 * entails it, less the highest with which one contradicts it; the mean over summary sentences, in
 * [−1, 1]. SummaC-Conv: how probable it is that the document supports the summary, by a layer over
 * the distributions of those probabilities of entailment. An empty summary has the worst value of
 * both. More than {@value SentencePairs#MAX} pairs of sentences are too long.
 *
 * <p>Source: 002 Summarization; Laban et al., "SummaC", arXiv 2111.09525, sections 4.1 and 4.2.
 *
 * @param layer of SummaC-Conv
 */
record Summac(SummacLayer layer) {
  static final String ZS = "summac_zs";
  static final String CONV = "summac_conv";

  private static final String COMMAND =
      "fit its layer with `assay train-summac` and name the file in"
          + " evaluate.parameters.summarization.summac_layer";

  /** One example's values with their sentence rows. */
  record Judged(Measure zs, Measure conv, List<Evidence> rows, boolean truncated) {
    Judged(Measure zs, Measure conv) {
      this(zs, conv, List.of(), false);
    }
  }

  /** One result per example, in order; one call of the model. */
  List<Judged> judge(List<Example> batch, Models models) {
    Optional<String> missing = SentencePairs.unjudged(models);
    if (missing.isPresent()) {
      String why =
          "slot entailment: %s; configure an NLI model as models.entailment"
              .formatted(missing.get());
      Judged none =
          new Judged(
              Measure.notApplicable(why),
              Measure.notApplicable(layer.fitted() ? why : why + ", then " + COMMAND));
      return batch.stream().map(example -> none).toList();
    }
    Optional<Measure> unfitted = unfitted(models.entailment().id());
    List<Claim> claims = new ArrayList<>();
    for (Example example : batch) {
      if (unfit(example).isEmpty()) {
        claims.addAll(pairs(example).claims());
      }
    }
    List<Support> supports = claims.isEmpty() ? List.of() : models.entailment().judge(claims);
    List<Judged> judged = new ArrayList<>();
    int next = 0;
    for (Example example : batch) {
      Optional<Judged> unfit = unfit(example);
      if (unfit.isPresent()) {
        judged.add(new Judged(unfit.get().zs(), unfitted.orElse(unfit.get().conv())));
        continue;
      }
      SentencePairs pairs = pairs(example);
      judged.add(judged(pairs, supports.subList(next, next + (int) pairs.size()), unfitted));
      next += (int) pairs.size();
    }
    return judged;
  }

  /** Why there is no SummaC-Conv with {@code model}, if there is none. */
  private Optional<Measure> unfitted(String model) {
    if (!layer.fitted()) {
      return Optional.of(
          Measure.notApplicable("no layer is configured for %s: %s".formatted(model, COMMAND)));
    }
    return layer.model().equals(model)
        ? Optional.empty()
        : Optional.of(
            new Measure.Absent(
                Status.MODEL_ERROR,
                "the layer was fitted to %s and models.entailment is %s: %s"
                    .formatted(layer.model(), model, COMMAND)));
  }

  private static SentencePairs pairs(Example example) {
    return new SentencePairs(
        Splits.of(example.question()), Splits.of(example.answer().orElseThrow()));
  }

  private static Optional<Judged> unfit(Example example) {
    if (example.answer().isEmpty()) {
      return Optional.of(both(Measure.noInput("no answer was recorded")));
    }
    SentencePairs pairs = pairs(example);
    if (pairs.document().isEmpty()) {
      return Optional.of(both(Measure.noInput("the question has no sentence")));
    }
    if (pairs.text().isEmpty()) {
      // An empty summary takes the worst values, so that silence gains nothing.
      return Optional.of(new Judged(Measure.of(-1), Measure.of(0)));
    }
    return pairs.size() > SentencePairs.MAX
        ? Optional.of(
            both(
                Measure.tooLong(
                    "%d times %d sentences: more than %d pairs are not judged"
                        .formatted(
                            pairs.document().size(), pairs.text().size(), SentencePairs.MAX))))
        : Optional.empty();
  }

  private static Judged both(Measure absent) {
    return new Judged(absent, absent);
  }

  private Judged judged(SentencePairs pairs, List<Support> all, Optional<Measure> unfitted) {
    double[] zeroShot = new double[pairs.text().size()];
    int[] supporting = new int[zeroShot.length];
    double sum = 0;
    for (int said = 0; said < zeroShot.length; said++) {
      List<Support> own = pairs.verdicts(all, said);
      double contradicted = 0;
      for (int d = 0; d < own.size(); d++) {
        contradicted = Math.max(contradicted, own.get(d).contradiction().orElseThrow());
        boolean more = own.get(d).probability() > own.get(supporting[said]).probability() + 1e-9;
        supporting[said] = more ? d : supporting[said];
      }
      zeroShot[said] = own.get(supporting[said]).probability() - contradicted;
      sum += zeroShot[said];
    }
    List<Evidence> rows = new ArrayList<>(rows(ZS, pairs, zeroShot, supporting));
    if (unfitted.isEmpty()) {
      double[] fitted =
          pairs.histograms(all).stream()
              .mapToDouble(histogram -> Logistic.sigmoid(layer.logit(histogram)))
              .toArray();
      rows.addAll(rows(CONV, pairs, fitted, supporting));
    }
    return new Judged(
        Measure.of(sum / zeroShot.length),
        unfitted.orElseGet(() -> Measure.of(layer.probability(pairs.histograms(all)))),
        rows,
        all.stream().anyMatch(Support::truncated));
  }

  private static List<Evidence> rows(
      String metric, SentencePairs pairs, double[] scores, int[] supporting) {
    int least = 0;
    for (int said = 0; said < scores.length; said++) {
      least = scores[said] < scores[least] - 1e-9 ? said : least;
    }
    List<Evidence> rows = new ArrayList<>();
    for (int said = 0; said < scores.length; said++) {
      String line = pairs.document().get(supporting[said]);
      rows.add(
          Evidence.of(
                  metric,
                  Side.ANSWER,
                  said,
                  pairs.text().get(said),
                  scores[said],
                  new Match(Side.QUESTION, supporting[said], line))
              .flagged(said == least ? List.of("least_faithful") : List.of()));
    }
    return rows;
  }
}
