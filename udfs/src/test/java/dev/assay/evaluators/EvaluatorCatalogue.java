package dev.assay.evaluators;

import static dev.assay.testing.GeneratedDocument.cell;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Direction;
import dev.assay.core.Evaluator;
import dev.assay.core.Field;
import dev.assay.core.Metric;
import dev.assay.core.SetEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.prompts.Prompt;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The catalogue of evaluators as Markdown: everything in it is said by their specs and types. */
final class EvaluatorCatalogue {
  private static final int CONTEXTS = 5;

  private static final String OPENING =
      """
      # Evaluators

      This file is generated from the evaluators' own specs by `scripts/docs`, and a test holds it to them: change the spec, not this file.
      `evaluate.evaluators` selects them by id, `evaluate.parameters.ID.NAME` sets a parameter (defaults stand here); in tables a metric is called `id.metric`.

      **Inputs.** Without an input that an evaluator *needs*, its metrics are NULL with status `no_input`; one that it *uses* changes the result when it is there. **Models.** Without
      a model in a slot that it needs (`models.SLOT`), its metrics are `not_applicable`; one that *helps* is used when there is one. **Better** says which end is good; a value passes at
      the threshold and beyond. A metric without a good end describes and decides nothing.

      **Cost** follows from what an evaluator is and needs:

      | cost | what a response costs |
      | --- | --- |
      | text | arithmetic on words and rules, mostly under a millisecond; [what a million characters cost](benchmarks.md#what-long-answers-cost) |
      | embedder | a pass of the sentence embedder for each distinct sentence, shared by all evaluators of a run |
      | model | a pass of another model for each text, sentence or pair of sentences: the small embedded one of the slot, or the network that you put there; a model that helps costs the same |
      | chat | calls of the chat model that judges, at most as many as stated for a response with %d contexts, times judges and samples; prompts are in `conf/prompts`, [Judges](judges.md) |

      **Thresholds** are those of the source where it has one (002: 0.75, of rates 0.5; 003: an accuracy above 0.95, where 0.95 passes here); where ours is another, the line Source
      says so. Where a source has none (000, 001, most of 003) they are ours, chosen as 002 chooses, and worth no more until labels say otherwise: [Calibration](calibration.md).

      An evaluator *of the set* gives one number for a system's responses together (table `set_scores`) instead of one for each.

      **Sources.** 000: Sudjianto et al., Human-Calibrated Automated Testing and Validation of Generative Language Models (HCAT), 2024. 001: Li, Liu and Gao, GRAMMAR, Grounded and Modular
      Methodology for Assessment of Closed-Domain Retrieval-Augmented Language Models. 002: the catalogue of evaluators of H2O Sonar. 003: LLM Validation Framework, end-to-end blackbox
      testing from the user perspective. 004: Mehta et al., How to Choose a Threshold for an Evaluation Metric, arXiv 2412.12148. How well those that compare an answer with its passages
      rank real labels is in [the ranking study](ranking-study.md).

      """
          .formatted(CONTEXTS);

  private EvaluatorCatalogue() {}

  static String of(Collection<Evaluator> evaluators) {
    StringBuilder text = new StringBuilder(OPENING);
    text.append("| evaluator | what | needs | cost |\n| --- | --- | --- | --- |\n");
    for (Evaluator evaluator : evaluators) {
      Spec spec = evaluator.spec();
      text.append(
          "| [`%s`](#%s) | %s | %s | %s |\n"
              .formatted(
                  spec.id(), spec.id(), cell(spec.title()), fields(spec.needs()), cost(evaluator)));
    }
    evaluators.forEach(evaluator -> append(text, evaluator));
    return text.toString();
  }

  private static void append(StringBuilder text, Evaluator evaluator) {
    Spec spec = evaluator.spec();
    text.append("\n## ").append(spec.id()).append('\n');
    text.append("**%s.** %s\n\n".formatted(spec.title(), spec.meaning().strip()));
    text.append("- Inputs: ").append(both(fields(spec.needs()), "uses", fields(spec.uses())));
    text.append("- Models: ").append(both(slots(spec.slots()), "helps", slots(spec.helpers())));
    text.append("- Cost: ").append(cost(evaluator)).append(calls(evaluator)).append('\n');
    text.append("- Dimension: `").append(spec.dimension().id()).append("`\n");
    String parameters = parameters(evaluator);
    if (!parameters.isEmpty()) {
      text.append("- Parameters: ").append(parameters).append('\n');
    }
    if (evaluator instanceof AskingEvaluator asking) {
      text.append("- Prompts: ").append(listed(asking.spec().prompts().stream())).append('\n');
    }
    text.append("- Version: ").append(spec.version()).append('\n');
    text.append("- Source: ").append(spec.source()).append("\n\n");
    text.append(
        "| metric | range | better | threshold | meaning |\n| --- | --- | --- | --- | --- |\n");
    for (Metric metric : spec.metrics()) {
      text.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  metric.name(),
                  range(metric),
                  better(metric.direction()),
                  metric.threshold().isPresent() ? number(metric.threshold().getAsDouble()) : "",
                  cell(metric.meaning())));
    }
  }

  /** The dearest thing that a score cannot do without. */
  private static String cost(Evaluator evaluator) {
    Set<Slot> slots = evaluator.spec().slots();
    String cost;
    if (evaluator instanceof AskingEvaluator || slots.contains(Slot.CHAT)) {
      cost = "chat";
    } else if (slots.stream().anyMatch(slot -> slot != Slot.EMBEDDER)) {
      cost = "model";
    } else {
      cost = slots.isEmpty() ? "text" : "embedder";
    }
    return evaluator instanceof SetEvaluator ? cost + ", of the set" : cost;
  }

  private static String calls(Evaluator evaluator) {
    return evaluator instanceof AskingEvaluator asking
        ? ", at most %d %s"
            .formatted(asking.calls(CONTEXTS), asking.calls(CONTEXTS) == 1 ? "call" : "calls")
        : "";
  }

  private static String both(String first, String verb, String second) {
    if (second.isEmpty()) {
      return (first.isEmpty() ? "none" : "needs " + first) + "\n";
    }
    return (first.isEmpty() ? "" : "needs " + first + "; ") + verb + " " + second + "\n";
  }

  private static String fields(Set<Field> fields) {
    return fields.stream()
        .sorted()
        .map(field -> field.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .collect(Collectors.joining(", "));
  }

  private static String slots(Set<Slot> slots) {
    return listed(slots.stream().sorted().map(Slot::key));
  }

  private static String listed(Stream<String> names) {
    return names.map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  private static String better(Direction direction) {
    return switch (direction) {
      case UP -> "higher";
      case DOWN -> "lower";
      case NONE -> "";
    };
  }

  private static String range(Metric metric) {
    String open = Double.isInfinite(metric.lower()) ? "(" : "[";
    String close = Double.isInfinite(metric.upper()) ? ")" : "]";
    return open + number(metric.lower()) + ", " + number(metric.upper()) + close;
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value < 0 ? "−∞" : "∞";
    }
    String text = value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    return text.replace('-', '−');
  }

  /** What the configuration can set: record components, but prompts, and what they are else. */
  private static String parameters(Evaluator evaluator) {
    return Arrays.stream(evaluator.getClass().getRecordComponents())
        .filter(component -> component.getType() != Prompt.class)
        .map(
            component -> {
              String name = component.getName().replaceAll("([A-Z])", "_$1");
              try {
                return "`%s`%s"
                    .formatted(
                        name.toLowerCase(Locale.ROOT),
                        value(component.getAccessor().invoke(evaluator)));
              } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
              }
            })
        .collect(Collectors.joining(", "));
  }

  /** What is read from files has no short form. */
  private static String value(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().allMatch(EvaluatorCatalogue::isPlain) && !list.isEmpty()
          ? " = " + list.stream().map(Object::toString).collect(Collectors.joining(","))
          : "";
    }
    return isPlain(value) && !value.toString().isEmpty()
        ? " = " + value.toString().toLowerCase(Locale.ROOT)
        : "";
  }

  private static boolean isPlain(Object value) {
    return value instanceof Number
        || value instanceof Boolean
        || value instanceof String
        || value instanceof Enum<?>;
  }
}
