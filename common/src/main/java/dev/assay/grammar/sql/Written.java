package dev.assay.grammar.sql;

import dev.assay.grammar.Placeholder;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement as written, looked at letter by letter before a parser sees it: what could hide from
 * a parser, or mean one thing to it and another to a database, is refused here.
 *
 * @param sql with {@code :p0}, {@code :p1} … in the places of placeholders
 * @param placeholders at these places, in order
 */
record Written(String sql, List<Placeholder> placeholders) {
  private static final int LONGEST = 8_000;
  private static final Pattern PLACE =
      Pattern.compile("\\[([^\\[\\]\\n.:]+)\\.([^\\[\\]\\n.:]+)(?::([A-Za-z0-9_]+))?\\]");

  static Written of(String text) {
    String sql = text.strip();
    RefusedException.unless(!sql.isEmpty(), "it is empty");
    RefusedException.unless(
        sql.length() <= LONGEST,
        "it has " + sql.length() + " characters, more than the allowed " + LONGEST);
    int end = sql.length();
    while (end > 0 && (sql.charAt(end - 1) == ';' || Character.isWhitespace(sql.charAt(end - 1)))) {
      end--;
    }
    return scanned(sql.substring(0, end));
  }

  private static Written scanned(String sql) {
    StringBuilder out = new StringBuilder();
    List<Placeholder> places = new ArrayList<>();
    Matcher place = PLACE.matcher(sql);
    int at = 0;
    while (at < sql.length()) {
      char letter = sql.charAt(at);
      if (letter == '\'' || letter == '"' || letter == '`') {
        int close = closing(sql, at);
        String quoted = sql.substring(at, close + 1);
        RefusedException.unless(
            letter != '\'' || !PLACE.matcher(quoted).find(),
            "a placeholder stands within quotes: write [Table.Column] without them");
        out.append(quoted);
        at = close + 1;
      } else if (letter == '[') {
        RefusedException.unless(
            place.region(at, sql.length()).lookingAt(),
            "square brackets hold a placeholder, [Table.Column] or [Table.Column:role], and nothing"
                + " else");
        out.append(" :p").append(places.size()).append(' ');
        places.add(
            new Placeholder(
                place.group(1).strip(),
                place.group(2).strip(),
                place.group(3) == null ? "" : place.group(3)));
        at = place.end();
      } else {
        plain(sql, at);
        out.append(letter);
        at++;
      }
    }
    return new Written(out.toString(), places);
  }

  private static int closing(String sql, int open) {
    char quote = sql.charAt(open);
    for (int at = open + 1; at < sql.length(); at++) {
      char letter = sql.charAt(at);
      RefusedException.unless(letter != '\\', "a backslash within quotes means different things");
      RefusedException.unless(letter >= ' ', "a control character stands within quotes");
      if (letter == quote) {
        if (at + 1 < sql.length() && sql.charAt(at + 1) == quote) {
          at++;
        } else {
          return at;
        }
      }
    }
    throw new RefusedException("a quote is not closed");
  }

  private static void plain(String sql, int at) {
    char letter = sql.charAt(at);
    RefusedException.unless(letter != ';', "there is more than one statement");
    RefusedException.unless(!sql.startsWith("--", at), "it has a comment (--)");
    RefusedException.unless(!sql.startsWith("/*", at), "it has a comment (/*)");
    RefusedException.unless(
        "?:@#$\\{}]".indexOf(letter) < 0,
        "'" + letter + "' is not allowed; values are filled in by placeholders [Table.Column]");
    RefusedException.unless(
        letter >= ' ' || letter == '\n' || letter == '\r' || letter == '\t',
        "it has a control character");
    RefusedException.unless(
        letter < 128 || Character.isLetter(letter), "'" + letter + "' stands outside of quotes");
  }
}
