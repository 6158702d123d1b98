package dev.assay.evaluators.similarity;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Match;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.model.EntailmentModel;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.Support;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * SummaC-ZS: for every summary sentence the highest probability with which a document sentence
 * entails it, less the highest with which one contradicts it; the mean over summary sentences, in
 * [−1, 1]. An empty summary has −1. More than {@value #MAX_PAIRS} pairs of sentences are too long.
 *
 * <p>Source: 002 Summarization; Laban et al., "SummaC", arXiv 2111.09525, section 4.1.
 */
final class Summac {
  static final String ZS = "summac_zs";
  static final String CONV = "summac_conv";

  /** Pairs of a document's and a summary's sentence that are judged. */
  static final int MAX_PAIRS = 4_000;

  private Summac() {}

  /** One example's value with its sentence rows. */
  record Judged(Measure zs, List<Evidence> rows, boolean truncated) {
    Judged(Measure zs) {
      this(zs, List.of(), false);
    }
  }

  /** One result per example, in order; one call of the model. */
  static List<Judged> judge(List<Example> batch, Models models) {
    Optional<String> missing =
        models
            .missing(Slot.ENTAILMENT)
            .or(
                () ->
                    models.entailment().knowsContradiction()
                        ? Optional.empty()
                        : Optional.of(models.entailment().id() + " knows no contradiction"));
    if (missing.isPresent()) {
      Measure none =
          Measure.notApplicable(
              "slot entailment: %s; configure an NLI model as models.entailment"
                  .formatted(missing.get()));
      return batch.stream().map(example -> new Judged(none)).toList();
    }
    EntailmentModel model = models.entailment();
    List<Claim> claims = new ArrayList<>();
    for (Example example : batch) {
      if (unfit(example).isEmpty()) {
        for (String said : summary(example)) {
          document(example).forEach(line -> claims.add(new Claim(List.of(line), said)));
        }
      }
    }
    List<Support> supports = claims.isEmpty() ? List.of() : model.judge(claims);
    List<Judged> judged = new ArrayList<>();
    int next = 0;
    for (Example example : batch) {
      Optional<Measure> unfit = unfit(example);
      if (unfit.isPresent()) {
        judged.add(new Judged(unfit.get()));
        continue;
      }
      int pairs = summary(example).size() * document(example).size();
      judged.add(judged(example, supports.subList(next, next + pairs)));
      next += pairs;
    }
    return judged;
  }

  /** Why there is no SummaC-Conv: what keeps SummaC-ZS away, else its layer. */
  static Measure unfitted(Judged judged) {
    return judged.zs() instanceof Measure.Absent
        ? judged.zs()
        : Measure.notApplicable(
            "SummaC-Conv's layer is fitted to the probabilities of one model; there is none for"
                + " the model in slot entailment");
  }

  private static List<String> document(Example example) {
    return Splits.of(example.question());
  }

  private static List<String> summary(Example example) {
    return Splits.of(example.answer().orElseThrow());
  }

  private static Optional<Measure> unfit(Example example) {
    if (example.answer().isEmpty()) {
      return Optional.of(Measure.noInput("no answer was recorded"));
    }
    int document = document(example).size();
    int summary = summary(example).size();
    if (document == 0) {
      return Optional.of(Measure.noInput("the question has no sentence"));
    }
    if (summary == 0) {
      // An empty summary takes the worst value, so that silence gains nothing.
      return Optional.of(Measure.of(-1));
    }
    return (long) document * summary > MAX_PAIRS
        ? Optional.of(
            Measure.tooLong(
                "%d times %d sentences: more than %d pairs are not judged"
                    .formatted(document, summary, MAX_PAIRS)))
        : Optional.empty();
  }

  private static Judged judged(Example example, List<Support> pairs) {
    List<String> document = document(example);
    List<String> summary = summary(example);
    double[] scores = new double[summary.size()];
    int[] supporting = new int[summary.size()];
    double sum = 0;
    int least = 0;
    for (int s = 0; s < scores.length; s++) {
      List<Support> own = pairs.subList(s * document.size(), (s + 1) * document.size());
      double contradicted = 0;
      for (int d = 0; d < own.size(); d++) {
        contradicted = Math.max(contradicted, own.get(d).contradiction().orElseThrow());
        boolean more = own.get(d).probability() > own.get(supporting[s]).probability() + 1e-9;
        supporting[s] = more ? d : supporting[s];
      }
      scores[s] = own.get(supporting[s]).probability() - contradicted;
      sum += scores[s];
      least = scores[s] < scores[least] - 1e-9 ? s : least;
    }
    List<Evidence> rows = new ArrayList<>();
    for (int s = 0; s < scores.length; s++) {
      Match match = new Match(Side.QUESTION, supporting[s], document.get(supporting[s]));
      rows.add(
          new Evidence(
              ZS,
              Side.ANSWER,
              s,
              summary.get(s),
              scores[s],
              Optional.of(match),
              s == least ? List.of("least_faithful") : List.of(),
              Map.of()));
    }
    boolean truncated = pairs.stream().anyMatch(Support::truncated);
    return new Judged(Measure.of(sum / scores.length), rows, truncated);
  }
}
