package dev.assay.evaluators.similarity;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Match;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.ByText;
import dev.assay.model.Embedding;
import dev.assay.stats.Extent;
import dev.assay.stats.Median;
import dev.assay.summac.SummacLayer;
import dev.assay.text.Splits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Whether the answer summarises the question, which is the document. Completeness: how far the
 * summary's sentences reach in the space of the document's, by three segments, over how far the
 * document's own do, in [0, 1]. Every summary sentence moves to the nearest document sentence; one
 * that is farther from all of them than the median distance of two document sentences is thrown
 * out. With {@value #REDUCED} document sentences or more the space has five dimensions: their first
 * principal components, or a layout by UMAP.
 *
 * <p>Faithfulness: summac_zs and summac_conv, see {@link Summac}, with an entailment model that
 * knows contradiction; {@code not_applicable} without. summac_conv needs a layer besides, which is
 * fitted to that model's probabilities: {@code not_applicable} until there is one, {@code
 * model_error} with one that was fitted to another model.
 *
 * <p>A document or summary of one sentence, or a document that says one thing throughout, has no
 * completeness. Sentence rows: where every summary sentence went.
 *
 * <p>Source: 002 Summarization.
 *
 * @param summacLayer of summac_conv, by the file that {@code train-summac} wrote
 * @param space how the space of a longer document is found
 */
public record Summarization(SummacLayer summacLayer, SummarySpace space) implements RowEvaluator {
  private static final String COMPLETENESS = "completeness";
  private static final int REDUCED = 12;
  private static final int DIMENSIONS = 5;
  private static final int MAX_SENTENCES = 400;

  private static final Spec SPEC =
      Spec.of("summarization", "Summarization")
          .meaning(
              "How much of the document the summary covers, and whether the document entails it.")
          .source("002 Summarization")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION)
          .uses(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .helpers(Slot.ENTAILMENT)
          .metric(Metric.share(COMPLETENESS, 0.75, "The summary's reach by the document's"))
          .metric(
              Metric.share(
                  Summac.CONV,
                  0.75,
                  "Probability that the document supports the summary, by a fitted layer"))
          .metric(
              Metric.cosine(
                  Summac.ZS,
                  0.75,
                  "Mean over summary sentences of highest entailment less highest contradiction"))
          .build();

  /** Without a layer of summac_conv, by principal components. */
  public Summarization() {
    this(SummacLayer.none(), SummarySpace.PCA);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  /** Completeness with its sentence rows. */
  private record Reach(Measure value, List<Evidence> rows, boolean truncated) {
    Reach(Measure value) {
      this(value, List.of(), false);
    }
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    Set<String> texts = new LinkedHashSet<>();
    for (Example example : batch) {
      if (unfit(example).isEmpty()) {
        texts.addAll(Splits.of(example.question()));
        texts.addAll(Splits.of(example.answer().orElseThrow()));
      }
    }
    Map<String, Embedding> vectors = ByText.of(texts, models.embedder()::embed);
    List<Summac.Judged> faithful = new Summac(summacLayer).judge(batch, models);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Example example = batch.get(i);
      Reach reach = unfit(example).map(Reach::new).orElseGet(() -> reach(example, vectors));
      outcomes.add(outcome(reach, faithful.get(i)));
    }
    return outcomes;
  }

  /** Completeness without looking at vectors, where there is nothing to compare. */
  private static Optional<Measure> unfit(Example example) {
    if (example.answer().isEmpty()) {
      return Optional.of(Measure.noInput("no answer was recorded"));
    }
    int document = Splits.of(example.question()).size();
    int summary = Splits.of(example.answer().get()).size();
    if (Math.max(document, summary) > MAX_SENTENCES) {
      return Optional.of(
          Measure.tooLong("more than %d sentences on one side".formatted(MAX_SENTENCES)));
    }
    if (summary == 0 && document > 1) {
      // An empty summary covers nothing.
      return Optional.of(Measure.of(0));
    }
    if (document < 2 || summary < 2) {
      return Optional.of(
          Measure.notApplicable(
              "%d sentences of the document and %d of the summary; two of each are needed"
                  .formatted(document, summary)));
    }
    return Optional.empty();
  }

  private Reach reach(Example example, Map<String, Embedding> vectors) {
    List<String> document = Splits.of(example.question());
    List<String> summary = Splits.of(example.answer().orElseThrow());
    double[][] points = points(document, vectors);
    double[][] said = points(summary, vectors);
    if (document.size() >= REDUCED) {
      UnaryOperator<double[][]> fitted = space.fitted(points, DIMENSIONS);
      points = fitted.apply(points);
      said = fitted.apply(said);
    }
    double[][] distances = Extent.distances(points);
    double reach = Extent.of(distances);
    double far = Median.belowDiagonal(distances);
    boolean truncated =
        document.stream().anyMatch(s -> vectors.get(s).truncated())
            || summary.stream().anyMatch(s -> vectors.get(s).truncated());
    if (!(reach > 1e-9)) {
      return new Reach(Measure.notApplicable("the document's sentences all say the same"));
    }
    Set<Integer> covered = new TreeSet<>();
    List<Evidence> rows = new ArrayList<>();
    for (int s = 0; s < said.length; s++) {
      int nearest = nearest(said[s], points);
      double distance = Extent.distance(said[s], points[nearest]);
      boolean near = distance <= far + 1e-9;
      if (near) {
        covered.add(nearest);
      }
      rows.add(
          Evidence.of(
                  COMPLETENESS,
                  Side.ANSWER,
                  s,
                  summary.get(s),
                  distance,
                  new Match(Side.QUESTION, nearest, document.get(nearest)))
              .flagged(near ? "covers" : "far"));
    }
    double[][] kept = covered.stream().map(Arrays.asList(points)::get).toArray(double[][]::new);
    double value = Extent.of(Extent.distances(kept)) / reach;
    return new Reach(Measure.of(Math.max(0, Math.min(1, value))), rows, truncated);
  }

  private static Outcome outcome(Reach reach, Summac.Judged faithful) {
    Map<String, Measure> measures = new LinkedHashMap<>();
    measures.put(COMPLETENESS, reach.value());
    measures.put(Summac.CONV, faithful.conv());
    measures.put(Summac.ZS, faithful.zs());
    List<Evidence> rows = new ArrayList<>(reach.rows());
    rows.addAll(faithful.rows());
    Set<String> truncated = new LinkedHashSet<>();
    if (reach.truncated()) {
      truncated.add(COMPLETENESS);
    }
    if (faithful.truncated()) {
      truncated.addAll(List.of(Summac.CONV, Summac.ZS));
    }
    return new Outcome(measures, rows, truncated);
  }

  private static double[][] points(List<String> sentences, Map<String, Embedding> vectors) {
    double[][] points = new double[sentences.size()][];
    for (int i = 0; i < points.length; i++) {
      float[] vector = vectors.get(sentences.get(i)).vector();
      points[i] = new double[vector.length];
      for (int d = 0; d < vector.length; d++) {
        points[i][d] = vector[d];
      }
    }
    return points;
  }

  private static int nearest(double[] point, double[][] points) {
    int nearest = 0;
    for (int i = 1; i < points.length; i++) {
      // By more than rounding, so that the first of equals is taken.
      if (Extent.distance(point, points[i]) < Extent.distance(point, points[nearest]) - 1e-9) {
        nearest = i;
      }
    }
    return nearest;
  }
}
