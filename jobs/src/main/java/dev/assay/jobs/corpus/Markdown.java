package dev.assay.jobs.corpus;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Markdown without the marks that stand inside sentences, which would enter questions and answers:
 * emphasis, code, links, comments. Headings, lists and tables keep theirs, since they say what is a
 * sentence. Underlined headings become marked ones.
 */
final class Markdown {
  private static final Map<Pattern, String> MARKS = new LinkedHashMap<>();
  private static final String OPEN = "<!--";
  private static final String CLOSE = "-->";
  private static final int LONGEST_COMMENT = 10_000;

  static {
    mark("\\A---\\h*\\n(?:[^\\n]*\\n){0,200}?---\\h*(?:\\n|\\z)", "");
    mark("(?m)^\\h{0,3}(?:```|~~~)[^\\n]*$", "");
    mark("(?m)^\\h{0,3}\\[[^\\]\\n]{1,200}\\]:\\h+\\S+[^\\n]*$", "");
    mark("!\\[([^\\]\\n]{0,500})\\]\\([^)\\n]{0,2000}\\)", "$1");
    mark("(?<!!)\\[([^\\]\\n]{1,500})\\](?:\\([^)\\n]{0,2000}\\)|\\[[^\\]\\n]{0,200}\\])", "$1");
    mark("<((?:https?|mailto):[^>\\s]{1,2000})>", "$1");
    mark("`{1,2}([^`\\n]{1,1000})`{1,2}", "$1");
    mark("\\*{2,3}(?=\\S)([^*\\n]{1,2000})(?<=\\S)\\*{2,3}", "$1");
    mark("(?<![\\w_])_{2,3}(?=\\S)([^_\\n]{1,2000})(?<=\\S)_{2,3}(?![\\w_])", "$1");
    mark("(?<![\\w*])\\*(?=[^\\s*])([^*\\n]{1,2000})(?<=[^\\s*])\\*(?![\\w*])", "$1");
    mark("(?<![\\w_])_(?=[^\\s_])([^_\\n]{1,2000})(?<=[^\\s_])_(?![\\w_])", "$1");
    mark("~~(?=\\S)([^~\\n]{1,2000})(?<=\\S)~~", "$1");
    mark("(?mi)<br\\h*/?>", " ");
    mark("(?m)^(?![#>|\\-*+]|\\h)([^\\n]{1,200})\\n={2,}\\h*$", "# $1");
    mark("(?m)^(?![#>|\\-*+]|\\h)([^\\n|]{1,200})\\n-{3,}\\h*$", "## $1");
    mark("\\\\([*_`~\\[\\]#>!(){}|+.-])", "$1");
  }

  private Markdown() {}

  /** The text with those marks gone. */
  static String plain(String text) {
    String plain = withoutComments(text);
    for (Map.Entry<Pattern, String> mark : MARKS.entrySet()) {
      plain = mark.getKey().matcher(plain).replaceAll(mark.getValue());
    }
    return plain;
  }

  /** Without comments up to a length; a longer one is text that somebody forgot to close. */
  private static String withoutComments(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    int at = 0;
    int close = -1;
    for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, open)) {
      int from = open + OPEN.length();
      if (close < from) {
        close = text.indexOf(CLOSE, from);
      }
      if (close < 0) {
        break;
      }
      if (close - from <= LONGEST_COMMENT) {
        kept.append(text, at, open);
        at = close + CLOSE.length();
        open = at;
      } else {
        open = from;
      }
    }
    return kept.append(text, at, text.length()).toString();
  }

  private static void mark(String pattern, String replacement) {
    MARKS.put(Pattern.compile(pattern), replacement);
  }
}
