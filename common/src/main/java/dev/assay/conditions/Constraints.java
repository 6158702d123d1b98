package dev.assay.conditions;

import com.google.re2j.Pattern;
import dev.assay.conditions.Condition.All;
import dev.assay.conditions.Condition.Any;
import dev.assay.conditions.Condition.Contains;
import dev.assay.conditions.Condition.Matches;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The older form of conditions: a list of which all must hold, each a text, {@code REGEXP:} with an
 * expression, or a list of such texts of which one must hold.
 */
public final class Constraints {
  private static final String EXPRESSION = "REGEXP:";

  private Constraints() {}

  /**
   * The condition that says the same; empty for no constraint.
   *
   * @throws IllegalArgumentException for an element that is neither text nor a list of texts
   */
  public static Optional<Condition> condition(List<?> constraints) {
    List<Condition> all = new ArrayList<>();
    for (Object constraint : constraints) {
      if (constraint instanceof List<?> choices && !choices.isEmpty()) {
        List<Condition> any = choices.stream().map(Constraints::operand).toList();
        all.add(any.size() == 1 ? any.get(0) : new Any(any));
      } else {
        all.add(operand(constraint));
      }
    }
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(all.size() == 1 ? all.get(0) : new All(all));
  }

  private static Condition operand(Object constraint) {
    if (!(constraint instanceof String text) || text.isEmpty()) {
      throw new IllegalArgumentException(
          "A constraint is a text or a list of texts, got " + constraint);
    }
    return text.startsWith(EXPRESSION)
        ? new Matches(Pattern.compile(text.substring(EXPRESSION.length())))
        : new Contains(text);
  }
}
