package dev.assay.grammar.sql;

import java.util.ArrayList;
import java.util.List;

/** RFC 4180, as far as the shared files need it. */
final class Csv {

  private Csv() {}

  static List<List<String>> rows(String text) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (letter == '"' && quoted && at + 1 < text.length() && text.charAt(at + 1) == '"') {
        cell.append(letter);
        at++;
      } else if (letter == '"') {
        quoted = !quoted;
      } else if (letter == ',' && !quoted) {
        row.add(cell.toString());
        cell.setLength(0);
      } else if (letter == '\n' && !quoted) {
        row.add(cell.toString());
        cell.setLength(0);
        rows.add(row);
        row = new ArrayList<>();
      } else {
        cell.append(letter);
      }
    }
    return rows;
  }
}
