package dev.assay.config.reading;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Ranges, names and combinations. A check that involves a key with a problem of its own is left
 * out: one mistake, one message.
 */
final class Checks {
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern QUALIFIED = Pattern.compile("([^.\\s]+)\\.[^.\\s]+");

  private final Problems problems;
  private final Set<String> evaluators;
  private final Map<String, Set<String>> declared = new HashMap<>();

  /**
   * @param evaluators the ids of all evaluators; empty: ids are not checked
   */
  Checks(Problems problems, Set<String> evaluators) {
    this.problems = problems;
    this.evaluators = new TreeSet<>(evaluators);
  }

  /** Evaluators that the configuration itself makes. */
  void alsoKnown(Collection<String> ids) {
    if (!evaluators.isEmpty()) {
      evaluators.addAll(ids);
    }
  }

  /** Metrics that no evaluator has: the configuration declares all that are called {@code id}. */
  void alsoDeclared(String id, Set<String> metrics) {
    declared.put(id, metrics);
  }

  /** Whether an evaluator has this id; false where ids are not checked. */
  boolean isEvaluator(String id) {
    return evaluators.contains(id);
  }

  /** Whether no problem is known of the key. */
  boolean sound(String key) {
    return problems.sound(Key.of(key));
  }

  /** Something about one key holds. */
  void require(boolean holds, String key, String allowed) {
    require(holds, Key.of(key), allowed);
  }

  /** Something about the first key holds, given the others. */
  void require(boolean holds, Key key, String allowed, Key... others) {
    if (!holds && problems.sound(key) && List.of(others).stream().allMatch(problems::sound)) {
      problems.add(key, allowed);
    }
  }

  /** Something about a value holds that else must not be shown. */
  void requireHidden(boolean holds, Key key, String allowed) {
    if (!holds && problems.sound(key)) {
      problems.addHidden(key, allowed);
    }
  }

  void atLeast(long minimum, long value, String key) {
    require(value >= minimum, key, minimum + " or more");
  }

  void range(int low, int high, int value, String key) {
    require(value >= low && value <= high, key, "a whole number from " + low + " to " + high);
  }

  void range(double low, double high, double value, String key) {
    require(value >= low && value <= high, key, "a number from " + low + " to " + high);
  }

  /** Strictly between 0 and 1. */
  void open(double value, String key) {
    require(value > 0 && value < 1, key, "a number between 0 and 1, both excluded");
  }

  /** An error rate that promises something. */
  void errorRate(double value, String key) {
    require(value > 0 && value <= .5, key, "a number above 0 and at most 0.5");
  }

  void text(String value, String key) {
    text(value, Key.of(key));
  }

  void text(String value, Key key) {
    require(!value.isBlank(), key, "text that is not empty");
  }

  /** Absent, or a text that says something. */
  void textIfGiven(Optional<String> value, String key) {
    value.ifPresent(given -> text(given, key));
  }

  void identifier(String value, String key) {
    require(
        IDENTIFIER.matcher(value).matches(),
        key,
        "a name of letters, digits and _, no digit first");
  }

  /** The value is one of a closed list; the nearest is named. */
  void oneOf(Collection<String> allowed, String value, Key key, String what) {
    if (!allowed.contains(value) && problems.sound(key)) {
      problems.unknown(key, what, value, allowed);
    }
  }

  /** A list without repeats whose elements are each one of a closed list. */
  void eachOf(Collection<String> allowed, List<String> values, Key key, String what) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < values.size(); i++) {
      oneOf(allowed, values.get(i), key.at(i), what);
      require(seen.add(values.get(i)), key.at(i), "each name once");
    }
  }

  void evaluators(List<String> ids, Key key) {
    eachOf(evaluators.isEmpty() ? ids : evaluators, ids, key, "evaluator");
  }

  void evaluator(String id, Key key) {
    if (!evaluators.isEmpty()) {
      oneOf(evaluators, id, key, "evaluator");
    }
  }

  /** {@code evaluator.metric}, of an evaluator that there is. */
  void metric(String name, Key key) {
    var match = QUALIFIED.matcher(name);
    boolean qualified = match.matches();
    require(qualified, key, "a metric with its evaluator, such as groundedness.groundedness_mean");
    if (qualified && declared.containsKey(match.group(1))) {
      oneOf(declared.get(match.group(1)), name, key, "metric");
    } else if (qualified) {
      evaluator(match.group(1), key);
    }
  }

  void metrics(Collection<String> names, Key key) {
    int i = 0;
    for (String name : names) {
      metric(name, key.at(i++));
    }
  }
}
