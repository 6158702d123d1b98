package dev.assay.evaluators.retrieval;

import dev.assay.core.Direction;
import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Allowed;
import dev.assay.evaluators.shared.Comparison;
import dev.assay.evaluators.shared.Lines;
import dev.assay.evaluators.shared.Matches;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether the right passages were retrieved, and how early, by true ranks; all in [0, 1].
 *
 * <p>With relevant ids a passage is relevant when its chunk id or its document id is among them.
 * Precision, hit and reciprocal rank count passages (k is the denominator, however short the list);
 * recall, average precision and nDCG count distinct ids, each where it is first found, so that
 * several chunks of one document count once. Ids of one kind are meant: documents or chunks. No
 * sentence rows, and passages need no text.
 *
 * <p>Where relevant passages are known by their texts and not by ids, a passage is relevant when
 * one of the two texts contains the other, blanks and case aside; each known text counts as an id.
 *
 * <p>Without either a passage is relevant when the cosine of its best sentence with the question
 * reaches {@code similarityThreshold}. Then only precision, hit and reciprocal rank are measured,
 * and their sentence rows (on mrr, one a passage) have the flag {@code by_similarity}; the others
 * are not applicable, since the relevant passages that were not retrieved are unknown.
 *
 * <p>Source: 003 C; nDCG as in Järvelin and Kekäläinen 2002 with log2(rank + 1), as trec_eval
 * computes it: a relevant id gains its grade ({@link Grades}), or 1.
 *
 * @param ks cut-offs, rising
 * @param similarityThreshold cosine from which a passage counts as relevant when there are no ids
 */
public record Retrieval(List<Integer> ks, double similarityThreshold) implements RowEvaluator {

  private static final String UNKNOWN =
      "the case names no relevant ids, so what was missed is unknown";

  private static final String NEITHER =
      "the case names no relevant ids and there is no question with passage texts to judge by";

  private static final Comparison SIDES = Comparison.of(Lines::contextSentences, Lines::question);

  public Retrieval {
    ks = List.copyOf(ks);
    if (ks.isEmpty() || ks.get(0) < 1 || !ks.equals(ks.stream().sorted().distinct().toList())) {
      throw new IllegalArgumentException(
          "ks must be different whole numbers of 1 or more, rising, got " + ks);
    }
    Allowed.within(-1, 1, "similarity_threshold", similarityThreshold);
  }

  /** k of 1, 3, 5 and 10; cosine 0.7. */
  public Retrieval() {
    this(List.of(1, 3, 5, 10), 0.7);
  }

  @Override
  public Spec spec() {
    Spec.Builder spec =
        Spec.of("retrieval", "Retrieval")
            .meaning("Whether the relevant passages were retrieved, and how early.")
            .source("003 C")
            .dimension(ValidationDimension.RETRIEVAL)
            .uses(Field.CONTEXTS, Field.RELEVANT_IDS, Field.QUESTION)
            .attributes(Grades.ATTRIBUTE)
            .slots(Slot.EMBEDDER)
            .metric(metric("retrieval_recall", "Relevant ids found, of all"));
    ks.forEach(
        k -> spec.metric(metric("precision_at_" + k, "Relevant passages of the first " + k)));
    ks.forEach(k -> spec.metric(metric("recall_at_" + k, "Relevant ids in the first " + k)));
    ks.forEach(k -> spec.metric(metric("hit_at_" + k, "Any relevant one in the first " + k)));
    spec.metric(metric("mrr", "Reciprocal rank of the first relevant passage"));
    spec.metric(metric("average_precision", "Mean precision where each relevant id is found"));
    ks.forEach(k -> spec.metric(metric("ndcg_at_" + k, "Discounted gain of the first " + k)));
    return spec.build();
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    Spec spec = spec();
    return SIDES
        .unless(example -> withoutEmbeddings(spec, example))
        .score(spec, batch, models, (example, matches) -> bySimilarity(spec, matches));
  }

  private Optional<Outcome> withoutEmbeddings(Spec spec, Example example) {
    if (example.contexts().isEmpty()) {
      return Optional.of(spec.noInput("no passage was retrieved"));
    }
    if (example.has(Field.RELEVANT_IDS)) {
      return Optional.of(byIds(example));
    }
    Set<String> known = knownTexts(example);
    if (!known.isEmpty()) {
      return Optional.of(Outcome.of(measures(byTexts(example, known), true)));
    }
    if (!example.has(Field.QUESTION) || !example.has(Field.CONTEXTS)) {
      return Optional.of(spec.noInput(NEITHER));
    }
    return Optional.empty();
  }

  private Outcome byIds(Example example) {
    Set<String> missing = new HashSet<>(example.relevantIds());
    Grades grades = Grades.of(example, missing);
    Map<String, Measure> measures = measures(ranked(example, missing, grades), true);
    grades
        .unreadable()
        .map(Measure::notApplicable)
        .ifPresent(why -> ks.forEach(k -> measures.put("ndcg_at_" + k, why)));
    return Outcome.of(measures);
  }

  private static Ranking ranked(Example example, Set<String> missing, Grades grades) {
    Set<String> relevant = Set.copyOf(missing);
    List<Integer> ranks = Lines.ranks(example.contexts());
    List<Integer> hits = new ArrayList<>();
    List<Integer> found = new ArrayList<>();
    List<Double> gains = new ArrayList<>();
    for (int p = 0; p < ranks.size(); p++) {
      Passage passage = example.contexts().get(p);
      Set<String> ids = new HashSet<>(List.of(passage.chunkId()));
      ids.add(passage.docId());
      ids.retainAll(relevant);
      if (!ids.isEmpty()) {
        hits.add(ranks.get(p));
      }
      for (String id : ids) {
        if (missing.remove(id)) {
          found.add(ranks.get(p));
          gains.add(grades.gains().get(id));
        }
      }
    }
    List<Double> ideal =
        grades.gains().values().stream().sorted(Comparator.reverseOrder()).toList();
    return new Ranking(hits, found, gains, ideal);
  }

  private static Set<String> knownTexts(Example example) {
    return example.relevantPassages().stream()
        .map(Retrieval::plain)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.toSet());
  }

  private static Ranking byTexts(Example example, Set<String> relevant) {
    Set<String> missing = new HashSet<>(relevant);
    List<Integer> ranks = Lines.ranks(example.contexts());
    List<Integer> hits = new ArrayList<>();
    List<Integer> found = new ArrayList<>();
    for (int p = 0; p < ranks.size(); p++) {
      String text = plain(example.contexts().get(p).text());
      List<String> same =
          relevant.stream()
              .filter(one -> !text.isEmpty() && (text.contains(one) || one.contains(text)))
              .toList();
      if (!same.isEmpty()) {
        hits.add(ranks.get(p));
      }
      for (String one : same) {
        if (missing.remove(one)) {
          found.add(ranks.get(p));
        }
      }
    }
    return new Ranking(
        hits,
        found,
        Collections.nCopies(found.size(), 1.0),
        Collections.nCopies(relevant.size(), 1.0));
  }

  private static String plain(String text) {
    return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }

  private Outcome bySimilarity(Spec spec, Matches matches) {
    List<Integer> hits = new ArrayList<>();
    List<Evidence> evidence = new ArrayList<>();
    for (int line : matches.strongestByPassage()) {
      if (Matches.reaches(matches.score(line), similarityThreshold)) {
        hits.add(matches.lines().ranks().get(line));
        evidence.add(matches.evidence("mrr", line, "by_similarity", "relevant"));
      } else {
        evidence.add(matches.evidence("mrr", line, "by_similarity"));
      }
    }
    Map<String, Measure> measures = measures(Ranking.ofHits(hits), false);
    return matches.outcome(spec, evidence, measures.values().toArray(Measure[]::new));
  }

  private Map<String, Measure> measures(Ranking ranking, boolean known) {
    Map<String, Measure> measures = new LinkedHashMap<>();
    Measure unknown = Measure.notApplicable(UNKNOWN);
    measures.put("retrieval_recall", known ? Measure.of(ranking.recall()) : unknown);
    ks.forEach(k -> measures.put("precision_at_" + k, Measure.of(ranking.precisionAt(k))));
    ks.forEach(
        k -> measures.put("recall_at_" + k, known ? Measure.of(ranking.recallAt(k)) : unknown));
    ks.forEach(k -> measures.put("hit_at_" + k, Measure.of(ranking.hitAt(k))));
    measures.put("mrr", Measure.of(ranking.reciprocalRank()));
    measures.put("average_precision", known ? Measure.of(ranking.averagePrecision()) : unknown);
    ks.forEach(k -> measures.put("ndcg_at_" + k, known ? Measure.of(ranking.ndcgAt(k)) : unknown));
    return measures;
  }

  private static Metric metric(String name, String meaning) {
    return new Metric(name, Direction.UP, 0, 1, OptionalDouble.empty(), meaning);
  }
}
