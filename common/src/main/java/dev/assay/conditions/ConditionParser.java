package dev.assay.conditions;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.assay.conditions.Condition.All;
import dev.assay.conditions.Condition.Any;
import dev.assay.conditions.Condition.Contains;
import dev.assay.conditions.Condition.Matches;
import dev.assay.conditions.Condition.Not;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads conditions:
 *
 * <pre>
 * any    := all ("OR" all)*
 * all    := unary ("AND" unary)*
 * unary  := "NOT"* ( string | "regexp" "(" string ")" | "(" any ")" )
 * string := "…" or '…'
 * </pre>
 *
 * <p>NOT binds closest, then AND, then OR; blanks and line ends between words are free. In a string
 * {@code \" \' \\ \n \t \r} are escapes. In {@code regexp("…")} only the quote is escaped, so
 * {@code regexp("\d{3}")} means what it says; the syntax is RE2's, without look-around and
 * back-references, so that no text can make it slow.
 */
final class ConditionParser {
  private static final int LONGEST = 20_000;
  private static final int DEEPEST = 100;
  private static final Set<String> KEYWORDS = Set.of("AND", "OR", "NOT", "regexp");

  private final String text;
  private int at;
  private int depth;

  ConditionParser(String text) {
    this.text = text;
  }

  Condition parse() {
    if (text.length() > LONGEST) {
      throw new ConditionException(
          LONGEST,
          "the condition has %d characters, at most %d are read".formatted(text.length(), LONGEST));
    }
    Condition condition = any();
    skipBlanks();
    if (at < text.length()) {
      throw text.charAt(at) == ')'
          ? error("a ')' without its '('; remove it or open it before")
          : error("AND or OR is missing before %s".formatted(here()));
    }
    return condition;
  }

  private Condition any() {
    List<Condition> operands = new ArrayList<>(List.of(all()));
    while (keyword("OR")) {
      operands.add(all());
    }
    return operands.size() == 1 ? operands.get(0) : new Any(operands);
  }

  private Condition all() {
    List<Condition> operands = new ArrayList<>(List.of(unary()));
    while (keyword("AND")) {
      operands.add(unary());
    }
    return operands.size() == 1 ? operands.get(0) : new All(operands);
  }

  private Condition unary() {
    int negations = 0;
    while (keyword("NOT")) {
      negations++;
    }
    Condition operand = operand();
    // NOT NOT x is x.
    return negations % 2 == 0 ? operand : new Not(operand);
  }

  private Condition operand() {
    skipBlanks();
    if (at == text.length()) {
      throw error("the condition ends where a string, regexp(\"…\"), NOT or '(' must follow");
    }
    char c = text.charAt(at);
    if (c == '(') {
      return group();
    }
    if (c == '"' || c == '\'') {
      int start = at;
      String value = string(false);
      if (value.isEmpty()) {
        throw new ConditionException(
            start + 1, "an empty string is in every text; write what it must contain");
      }
      return new Contains(value);
    }
    if (keyword("regexp")) {
      return expression();
    }
    throw error(
        "expected a string in quotes, regexp(\"…\"), NOT or '(', found %s".formatted(here()));
  }

  private Condition group() {
    int opened = at++;
    if (++depth > DEEPEST) {
      throw error("more than %d parentheses inside each other".formatted(DEEPEST));
    }
    Condition inner = any();
    skipBlanks();
    if (at == text.length() || text.charAt(at) != ')') {
      throw error("the '(' of position %d is not closed; a ')' is missing".formatted(opened + 1));
    }
    at++;
    depth--;
    return inner;
  }

  private Condition expression() {
    expect('(', "regexp takes a string in parentheses: regexp(\"…\")");
    skipBlanks();
    if (at == text.length() || (text.charAt(at) != '"' && text.charAt(at) != '\'')) {
      throw error("regexp takes a string in quotes: regexp(\"…\")");
    }
    int start = at;
    String pattern = string(true);
    if (pattern.isEmpty()) {
      throw new ConditionException(start + 1, "an empty expression is in every text; write one");
    }
    Condition matches = new Matches(compile(pattern, start + 1));
    expect(')', "the regexp( is not closed; a ')' is missing");
    return matches;
  }

  private static Pattern compile(String pattern, int position) {
    try {
      return BoundedExpression.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new ConditionException(
          position,
          "the expression %s is not RE2: %s"
              .formatted(Literals.quoteExpression(pattern), advice(pattern, e)));
    }
  }

  private static String advice(String pattern, PatternSyntaxException e) {
    if (pattern.contains("(?=") || pattern.contains("(?!")) {
      return "look-ahead is not supported; use AND, NOT and two expressions";
    }
    if (pattern.contains("(?<=") || pattern.contains("(?<!")) {
      return "look-behind is not supported; use AND, NOT and two expressions";
    }
    if (Pattern.compile("\\\\[1-9]").matcher(pattern).find()) {
      return "back-references are not supported; write the repeated part out";
    }
    return e.getDescription();
  }

  private String string(boolean expression) {
    int start = at;
    char quote = text.charAt(at++);
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        escape(value, quote, expression);
      } else {
        value.append(c);
      }
    }
    if (at == text.length()) {
      throw new ConditionException(
          start + 1,
          "the string is not closed; end it with %s (inside, write \\%s)".formatted(quote, quote));
    }
    at++;
    return value.toString();
  }

  private void escape(StringBuilder value, char quote, boolean expression) {
    char c = text.charAt(at++);
    if (expression) {
      value.append(c == quote ? "" : "\\").append(c);
      return;
    }
    switch (c) {
      case '"', '\'', '\\' -> value.append(c);
      case 'n' -> value.append('\n');
      case 't' -> value.append('\t');
      case 'r' -> value.append('\r');
      default ->
          throw new ConditionException(
              at - 1,
              "unknown escape \\%s; write \\\\ for a backslash, or regexp(\"…\")".formatted(c));
    }
  }

  /** Whether {@code word} comes next; if so, it is taken. */
  private boolean keyword(String word) {
    skipBlanks();
    if (!word().equals(word)) {
      return false;
    }
    at += word.length();
    return true;
  }

  private void expect(char c, String otherwise) {
    skipBlanks();
    if (at == text.length() || text.charAt(at) != c) {
      throw error(otherwise);
    }
    at++;
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private String word() {
    int end = at;
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    return text.substring(at, end);
  }

  private String here() {
    String word = word();
    if (word.isEmpty()) {
      return "'" + Character.toString(text.codePointAt(at)) + "'";
    }
    String advice =
        KEYWORDS.stream()
            .filter(keyword -> !keyword.equals(word) && keyword.equalsIgnoreCase(word))
            .map(keyword -> ", which is written " + keyword)
            .findFirst()
            .orElse(KEYWORDS.contains(word) ? "" : "; strings stand in quotes");
    return "'"
        + (word.length() > 40 ? word.substring(0, 40).toLowerCase(Locale.ROOT) + "…" : word)
        + "'"
        + advice;
  }

  private ConditionException error(String message) {
    return new ConditionException(at + 1, message);
  }
}
