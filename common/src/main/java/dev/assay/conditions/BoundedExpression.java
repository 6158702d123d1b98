package dev.assay.conditions;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Regular expressions that came from outside: RE2's, so that no text makes them slow, and of a size
 * that no counted repetition makes large. {@code (a{1000}){1000}} has a million steps.
 */
public final class BoundedExpression {
  /** Steps of an expression whose repetitions are written out. */
  static final long LARGEST = 20_000;

  private BoundedExpression() {}

  /**
   * The expression.
   *
   * @throws PatternSyntaxException if it is not RE2 or too large
   */
  public static Pattern compile(String expression) {
    long steps = steps(expression);
    if (steps > LARGEST) {
      throw new PatternSyntaxException(
          "its repetitions are too large: at most %d steps are allowed".formatted(LARGEST),
          expression);
    }
    return Pattern.compile(expression);
  }

  /** An upper bound of the steps; what is no expression has some number. */
  static long steps(String expression) {
    Deque<Long> outer = new ArrayDeque<>();
    long all = 0;
    long last = 0;
    int at = 0;
    while (at < expression.length()) {
      char letter = expression.charAt(at);
      int end = at + 1;
      if (letter == '(') {
        outer.push(all);
        all = 0;
        last = 0;
      } else if (letter == ')' && !outer.isEmpty()) {
        last = all + 1;
        all = bounded(outer.pop() + last);
      } else if (letter == '{' && repeats(expression, at) >= 0) {
        int closing = expression.indexOf('}', at);
        long more = bounded(last * Math.max(0, repeats(expression, at) - 1));
        all = bounded(all + more);
        last = bounded(last + more);
        end = closing + 1;
      } else {
        end = letter == '\\' ? at + 2 : letter == '[' ? behindClass(expression, at) : end;
        last = 1;
        all = bounded(all + 1);
      }
      at = end;
    }
    while (!outer.isEmpty()) {
      all = bounded(all + outer.pop());
    }
    return all;
  }

  private static long bounded(long steps) {
    return Math.min(steps, LARGEST * LARGEST);
  }

  /** The place behind a class of characters, which may have a bracket of its own in front. */
  private static int behindClass(String expression, int from) {
    int at = from + 1;
    if (at < expression.length() && expression.charAt(at) == '^') {
      at++;
    }
    int first = at;
    while (at < expression.length() && (expression.charAt(at) != ']' || at == first)) {
      at += expression.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  /** The larger number of {3}, {3,} or {3,5} at {@code from}; −1 for anything else. */
  private static long repeats(String expression, int from) {
    int closing = expression.indexOf('}', from);
    if (closing < 0 || closing - from > 20) {
      return -1;
    }
    long largest = -1;
    for (String number : expression.substring(from + 1, closing).split(",", -1)) {
      if (number.isEmpty()) {
        continue;
      }
      if (number.length() > 9 || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return -1;
      }
      largest = Math.max(largest, Long.parseLong(number));
    }
    return largest;
  }
}
