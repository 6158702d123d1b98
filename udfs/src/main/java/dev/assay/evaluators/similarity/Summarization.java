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
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import dev.assay.model.Embedding;
import dev.assay.stats.Extent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether the answer summarises the question, which is the document. Completeness: how far the
 * summary's sentences reach in the space of the document's, by three segments, over how far the
 * document's own do, in [0, 1]. Every summary sentence moves to the nearest document sentence; one
 * that is farther from all of them than the median distance of two document sentences is thrown
 * out. With {@value #REDUCED} document sentences or more the space is that of their first five
 * principal components.
 *
 * <p>summac_conv and summac_zs need an entailment model with contradictions and are {@code
 * not_applicable} without. A document or summary of one sentence, or a document that says one thing
 * throughout, has no completeness. Sentence rows: where every summary sentence went.
 *
 * <p>Source: 002 Summarization.
 */
public record Summarization() implements RowEvaluator {
  private static final String COMPLETENESS = "completeness";
  private static final int REDUCED = 12;
  private static final int DIMENSIONS = 5;
  private static final int MAX_SENTENCES = 400;

  private static final Spec SPEC =
      Spec.of("summarization", "Summarization")
          .meaning("How much of the document the summary covers, geometrically.")
          .source("002 Summarization")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION)
          .uses(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .metric(Metric.share(COMPLETENESS, 0.75, "The summary's reach by the document's"))
          .metric(Metric.share("summac_conv", 0.75, "SummaC-Conv"))
          .metric(Metric.cosine("summac_zs", 0.75, "SummaC-ZS"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
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
    List<String> distinct = List.copyOf(texts);
    List<Embedding> embedded = distinct.isEmpty() ? List.of() : models.embedder().embed(distinct);
    Map<String, Embedding> vectors = new LinkedHashMap<>();
    for (int i = 0; i < distinct.size(); i++) {
      vectors.put(distinct.get(i), embedded.get(i));
    }
    return batch.stream()
        .map(example -> unfit(example).orElseGet(() -> outcome(example, vectors)))
        .toList();
  }

  private static Optional<Outcome> unfit(Example example) {
    if (example.answer().isEmpty()) {
      return Optional.of(Outcome.absent(SPEC, Status.NO_INPUT, "no answer was recorded"));
    }
    int document = Splits.of(example.question()).size();
    int summary = Splits.of(example.answer().get()).size();
    if (Math.max(document, summary) > MAX_SENTENCES) {
      return Optional.of(
          Outcome.absent(
              SPEC,
              Status.TOO_LONG,
              "more than %d sentences on one side".formatted(MAX_SENTENCES)));
    }
    if (summary == 0 && document > 1) {
      // An empty summary covers nothing.
      return Optional.of(outcome(Measure.of(0), List.of(), false));
    }
    if (document < 2 || summary < 2) {
      return Optional.of(
          Outcome.absent(
              SPEC,
              Status.NOT_APPLICABLE,
              "%d sentences of the document and %d of the summary; two of each are needed"
                  .formatted(document, summary)));
    }
    return Optional.empty();
  }

  private static Outcome outcome(Example example, Map<String, Embedding> vectors) {
    List<String> document = Splits.of(example.question());
    List<String> summary = Splits.of(example.answer().orElseThrow());
    double[][] points = points(document, vectors);
    double[][] said = points(summary, vectors);
    if (document.size() >= REDUCED) {
      Plane plane = Plane.of(points, DIMENSIONS);
      points = plane.project(points);
      said = plane.project(said);
    }
    double[][] distances = Extent.distances(points);
    double reach = Extent.of(distances);
    double far = median(distances);
    boolean truncated =
        document.stream().anyMatch(s -> vectors.get(s).truncated())
            || summary.stream().anyMatch(s -> vectors.get(s).truncated());
    if (!(reach > 1e-9)) {
      return outcome(
          Measure.notApplicable("the document's sentences all say the same"), List.of(), false);
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
          new Evidence(
              COMPLETENESS,
              Side.ANSWER,
              s,
              summary.get(s),
              distance,
              Optional.of(new Match(Side.QUESTION, nearest, document.get(nearest))),
              List.of(near ? "covers" : "far"),
              Map.of()));
    }
    double[][] kept = covered.stream().map(Arrays.asList(points)::get).toArray(double[][]::new);
    double value = Extent.of(Extent.distances(kept)) / reach;
    return outcome(Measure.of(Math.max(0, Math.min(1, value))), rows, truncated);
  }

  private static Outcome outcome(Measure completeness, List<Evidence> rows, boolean truncated) {
    Measure none =
        Measure.notApplicable(
            "no model in slot entailment that tells contradiction from the rest: fill models.entailment");
    Map<String, Measure> measures = new LinkedHashMap<>();
    measures.put(COMPLETENESS, completeness);
    measures.put("summac_conv", none);
    measures.put("summac_zs", none);
    return new Outcome(measures, rows, truncated ? Set.of(COMPLETENESS) : Set.of());
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

  /** Median distance of two different points. */
  private static double median(double[][] distances) {
    double[] all = new double[distances.length * (distances.length - 1) / 2];
    int at = 0;
    for (int i = 0; i < distances.length; i++) {
      for (int j = 0; j < i; j++) {
        all[at++] = distances[i][j];
      }
    }
    Arrays.sort(all);
    return all.length % 2 == 1
        ? all[all.length / 2]
        : (all[all.length / 2 - 1] + all[all.length / 2]) / 2;
  }
}
