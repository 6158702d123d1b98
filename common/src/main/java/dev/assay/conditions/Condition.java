package dev.assay.conditions;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What a text must satisfy. Immutable; its text form is the condition that parses to it. */
public sealed interface Condition {

  /** Contains a string, case and all. */
  record Contains(String text) implements Condition {
    @Override
    public String toString() {
      return Literals.quote(text);
    }
  }

  /** Contains a match of a regular expression in RE2 syntax, unanchored. */
  record Matches(Pattern pattern) implements Condition {
    @Override
    public String toString() {
      return "regexp(" + Literals.quoteExpression(pattern.pattern()) + ")";
    }
  }

  /** The operand does not hold. */
  record Not(Condition operand) implements Condition {
    @Override
    public String toString() {
      return "NOT " + Literals.grouped(operand, operand instanceof All || operand instanceof Any);
    }
  }

  /** Every operand holds. */
  record All(List<Condition> operands) implements Condition {
    public All {
      operands = List.copyOf(operands);
    }

    @Override
    public String toString() {
      return String.join(
          " AND ",
          operands.stream()
              .map(o -> Literals.grouped(o, o instanceof Any || o instanceof All))
              .toList());
    }
  }

  /** At least one operand holds. */
  record Any(List<Condition> operands) implements Condition {
    public Any {
      operands = List.copyOf(operands);
    }

    @Override
    public String toString() {
      return String.join(
          " OR ", operands.stream().map(o -> Literals.grouped(o, o instanceof Any)).toList());
    }
  }

  /** Reads {@code text}; throws {@link ConditionException} where it is no condition. */
  static Condition parse(String text) {
    return new ConditionParser(text).parse();
  }

  /** Whether {@code text} satisfies it. */
  default boolean holds(String text) {
    return holds(List.of(text));
  }

  /**
   * Whether the texts together satisfy it: a string or expression counts as found where one of the
   * texts has it, and never across the border of two.
   */
  default boolean holds(List<String> texts) {
    return holds(operand -> texts.stream().anyMatch(text -> found(operand, text)));
  }

  /** Whether it holds when {@code found} says which strings and expressions are there. */
  default boolean holds(Predicate<Condition> found) {
    if (this instanceof Not not) {
      return !not.operand().holds(found);
    }
    if (this instanceof All all) {
      return all.operands().stream().allMatch(operand -> operand.holds(found));
    }
    if (this instanceof Any any) {
      return any.operands().stream().anyMatch(operand -> operand.holds(found));
    }
    return found.test(this);
  }

  /** Its strings and expressions, from left to right. */
  default List<Condition> leaves() {
    List<Condition> leaves = new ArrayList<>();
    collect(this, leaves);
    return leaves;
  }

  /** Whether {@code text} has the string or expression {@code leaf}. */
  static boolean found(Condition leaf, String text) {
    return leaf instanceof Contains contains
        ? text.contains(contains.text())
        : ((Matches) leaf).pattern().matcher(text).find();
  }

  private static void collect(Condition condition, List<Condition> leaves) {
    if (condition instanceof Not not) {
      collect(not.operand(), leaves);
    } else if (condition instanceof All all) {
      all.operands().forEach(operand -> collect(operand, leaves));
    } else if (condition instanceof Any any) {
      any.operands().forEach(operand -> collect(operand, leaves));
    } else {
      leaves.add(condition);
    }
  }
}
