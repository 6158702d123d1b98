package dev.assay.conditions;

/** Strings as they are written in a condition. */
final class Literals {
  private Literals() {}

  static String quote(String text) {
    return '"'
        + text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\t", "\\t")
            .replace("\r", "\\r")
        + '"';
  }

  /** Inside an expression every other backslash belongs to the expression. */
  static String quoteExpression(String expression) {
    return '"' + expression.replace("\"", "\\\"") + '"';
  }

  static String grouped(Condition condition, boolean parentheses) {
    return parentheses ? "(" + condition + ")" : condition.toString();
  }
}
