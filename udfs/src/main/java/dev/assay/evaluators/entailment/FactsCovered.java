package dev.assay.evaluators.entailment;

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
import dev.assay.evaluators.shared.Claims;
import dev.assay.evaluators.shared.Claims.Premise;
import dev.assay.evaluators.shared.Claims.Verdicts;
import dev.assay.evaluators.shared.Lines;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Share of the facts that the answer states, in [0, 1]: the facts are the case's list, else the
 * sentences of the expected answer; one is stated where the answer supports it with a probability
 * above {@code threshold}. {@code completeness_required} is the same over what the case's attribute
 * {@code required} lists, one item a line. An empty answer states nothing.
 *
 * <p>Source: 003 B.4, B.5.
 *
 * @param threshold in [0, 1); a fact exactly there is not stated
 */
public record FactsCovered(double threshold) implements RowEvaluator {

  /** The attribute that lists required items. */
  static final String REQUIRED = "required";

  private static final Spec SPEC =
      Spec.of("facts_covered", "Facts covered")
          .meaning("Share of the expected facts that the answer states.")
          .source("003 B.4, B.5")
          .dimension(ValidationDimension.QA)
          .uses(Field.ANSWER, Field.EXPECTED, Field.FACTS)
          .attributes(REQUIRED)
          .slots(Slot.ENTAILMENT)
          .metric(Metric.share("facts_covered", 0.75, "Share of facts that the answer states"))
          .metric(Metric.share("completeness_required", 0.75, "The same over required items"))
          .build();

  public FactsCovered {
    Thresholds.check(threshold);
  }

  public FactsCovered() {
    this(0.5);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    List<Outcome> facts = score(batch, models, FactsCovered::facts, 0);
    List<Outcome> required = score(batch, models, FactsCovered::required, 1);
    List<Outcome> both = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Map<String, Measure> measures = new LinkedHashMap<>(facts.get(i).measures());
      String name = SPEC.metrics().get(1).name();
      measures.put(name, required.get(i).measures().get(name));
      List<dev.assay.core.Evidence> rows = new ArrayList<>(facts.get(i).evidence());
      rows.addAll(required.get(i).evidence());
      java.util.Set<String> cut = new java.util.HashSet<>(facts.get(i).truncated());
      cut.addAll(required.get(i).truncated());
      both.add(new Outcome(measures, rows, cut));
    }
    return both;
  }

  private List<Outcome> score(
      List<Example> batch,
      Models models,
      java.util.function.Function<Example, Lines> items,
      int metric) {
    String name = SPEC.metrics().get(metric).name();
    Claims claims =
        new Claims(
            items,
            example -> List.of(new Premise(0, List.of(example.answer().orElse("")))),
            example -> settled(items.apply(example), example));
    return claims.score(
        SPEC,
        batch,
        models,
        (example, verdicts) -> {
          Verdicts only = verdicts.get(0);
          Outcome outcome =
              only.outcome(
                  SPEC,
                  only.evidence(name, Side.ANSWER, "least_supported"),
                  Measure.of(only.shareAbove(threshold)),
                  Measure.of(only.shareAbove(threshold)));
          java.util.Set<String> cut = new java.util.HashSet<>(outcome.truncated());
          cut.retainAll(java.util.Set.of(name));
          return new Outcome(outcome.measures(), outcome.evidence(), cut);
        });
  }

  private static Optional<Outcome> settled(Lines items, Example example) {
    if (items.size() == 0) {
      return Optional.of(SPEC.noInput("the case lists none and has none expected"));
    }
    if (example.answer().isEmpty()) {
      return Optional.of(SPEC.noInput("no answer was recorded"));
    }
    if (Sentences.blank(example.answer().get())) {
      Map<String, Measure> none = new LinkedHashMap<>();
      SPEC.metrics().forEach(metric -> none.put(metric.name(), Measure.of(0)));
      return Optional.of(Outcome.of(none));
    }
    return Optional.empty();
  }

  private static Lines facts(Example example) {
    List<String> listed = worded(example.facts());
    return listed.isEmpty()
        ? Lines.expectedSentences(example)
        : new Lines(Side.EXPECTED, listed, List.of(), List.of());
  }

  private static Lines required(Example example) {
    String items = example.attributes().getOrDefault(REQUIRED, "");
    return new Lines(Side.EXPECTED, worded(items.lines().toList()), List.of(), List.of());
  }

  private static List<String> worded(List<String> texts) {
    return texts.stream().filter(text -> !Sentences.blank(text)).toList();
  }
}
