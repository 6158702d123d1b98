package dev.assay.evaluators.judged;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Judge;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Share of the target tone's attributes that the answer has, and 0 or 1 for each of them. One
 * sentence row an attribute, with the judge's reason.
 *
 * <p>Source: 003 2.3 and B.8.
 *
 * @param attributes what the tone is to be, in words that the judge is given
 */
public record ToneJudge(List<String> attributes) implements AskingEvaluator {
  private static final String PROMPT = "tone";
  private static final String COMPLIANCE = "tone_compliance";

  public ToneJudge {
    attributes = List.copyOf(attributes);
    long names = attributes.stream().map(ToneJudge::name).distinct().count();
    if (attributes.isEmpty()
        || names < attributes.size()
        || attributes.stream().map(ToneJudge::name).anyMatch(name -> !name.matches("[a-z].*"))) {
      throw new IllegalArgumentException(
          "attributes must be one or more different words, got " + attributes);
    }
  }

  /** Formal, respectful, concise, non-emotional: the bank's tone of 003. */
  public ToneJudge() {
    this(List.of("formal", "respectful", "concise", "non-emotional"));
  }

  private static String name(String attribute) {
    return attribute.strip().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
  }

  @Override
  public Spec spec() {
    Spec.Builder spec =
        Spec.of("tone_judge", "Tone (judge)")
            .meaning("Share of the target tone's attributes that the answer has, by a judge.")
            .source("003 2.3, B.8")
            .dimension(ValidationDimension.TONE)
            .needs(Field.ANSWER)
            .slots(Slot.CHAT)
            .asks(PROMPT)
            .metric(Metric.share(COMPLIANCE, 0.75, "Attributes that the answer has by all"));
    for (String attribute : attributes) {
      spec.metric(Metric.share(name(attribute), 0.75, "1 when the tone is " + attribute));
    }
    return spec.build();
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    Verdicts verdicts =
        Verdicts.read(
            judge.ask(
                PROMPT,
                Map.of(
                    Texts.ANSWER,
                    example.answer().orElseThrow(),
                    "attributes",
                    Texts.numbered(attributes)),
                Verdicts.exactly("verdicts", attributes.size())),
            attributes,
            "present");
    List<Measure> measures = new ArrayList<>(List.of(Measure.of(verdicts.share())));
    for (int i = 0; i < attributes.size(); i++) {
      measures.add(Measure.of(verdicts.holds(i) ? 1 : 0));
    }
    return spec()
        .outcome(verdicts.rows(COMPLIANCE, Side.ANSWER, 0), measures.toArray(Measure[]::new));
  }
}
