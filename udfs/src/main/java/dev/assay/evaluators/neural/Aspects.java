package dev.assay.evaluators.neural;

import dev.assay.base.Hashes;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.llm.Template;
import dev.assay.model.PromptedModel.Prompt;
import java.io.Serializable;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The prompts of one GPTScore evaluator, as its aspect file has them.
 *
 * @param id of the evaluator
 * @param version of the wording
 * @param title what reports print
 * @param meaning one sentence for reports
 * @param before what stands before the material
 * @param after what stands after it
 * @param directions what is shown and what is scored
 * @param list the aspects, the primary one first
 */
public record Aspects(
    String id,
    int version,
    String title,
    String meaning,
    String before,
    String after,
    List<Direction> directions,
    List<Aspect> list)
    implements Serializable {

  /** The fields that a prompt may quote, by their placeholder. */
  private static final Map<String, Field> FIELDS =
      Map.of("{question}", Field.QUESTION, "{expected}", Field.EXPECTED, "{answer}", Field.ANSWER);

  /** The text that is shown and the one whose tokens are scored after it. */
  record Direction(String material, String continuation) implements Serializable {}

  /** One question to the model, a metric of its own. */
  record Aspect(String name, String meaning, String instruction) implements Serializable {}

  public Aspects {
    directions = List.copyOf(directions);
    list = List.copyOf(list);
    if (version < 1 || directions.isEmpty() || list.isEmpty()) {
      throw new IllegalArgumentException(
          "Aspects '%s' need a version from 1, a direction and an aspect".formatted(id));
    }
  }

  /**
   * The aspects that {@code name} says: {@code bundled:NAME}, or a file of the machine that reads
   * the configuration.
   *
   * @throws IllegalArgumentException with file, line and advice for what cannot be read
   */
  public static Aspects of(String name) {
    return new AspectReader(name).read();
  }

  /** The fields that the prompts quote. */
  Set<Field> fields() {
    StringBuilder text = new StringBuilder(before).append(after);
    directions.forEach(one -> text.append(one.material()).append(one.continuation()));
    Set<Field> fields = EnumSet.noneOf(Field.class);
    FIELDS.forEach(
        (place, field) -> {
          if (text.indexOf(place) >= 0) {
            fields.add(field);
          }
        });
    return fields;
  }

  /** The prompts of {@code aspect} about {@code example}, one for each direction. */
  List<Prompt> prompts(Aspect aspect, Example example) {
    Map<String, String> values =
        Map.of(
            "instruction", aspect.instruction(),
            "question", example.question().strip(),
            "expected", example.expected().orElse("").strip(),
            "answer", example.answer().orElse("").strip());
    return directions.stream()
        .map(
            one ->
                new Prompt(
                    Template.fill(before, values),
                    Template.fill(one.material(), values),
                    Template.fill(after, values),
                    Template.fill(one.continuation(), values)))
        .toList();
  }

  /** Its name, version and a hash of its words: what enters a score's fingerprint. */
  @Override
  public String toString() {
    String words = Hashes.sha256(before, after, directions.toString(), list.toString());
    return "Aspects[%s, %d, %s]".formatted(id, version, words.substring(0, 16));
  }
}
