package dev.assay.grammar.matching;

import dev.assay.grammar.matching.NormalText.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an answer enumerates: the parts between commas, semicolons, slashes, "and", "or" and bullets
 * that look like names or values, and not like clauses.
 */
final class Items {
  private static final Pattern MARKS =
      Pattern.compile("(?:(?<!\\s)|\\G)\\s*(?<mark>[,;/]\\s*(?:and |or |& )?| and | or | & )\\s*");
  private static final Pattern BULLET = Pattern.compile("^(?:[-*\u2022\u00b7]|\\d{1,3}[.)])\\s+");
  private static final Pattern LEAD =
      Pattern.compile(
          "^.*(?::| (?:are|is|was|were|include|includes|included|namely|as follows|like)) (?=\\S)");
  private static final int LONGEST = 6;

  private Items() {}

  /**
   * A part of a list.
   *
   * @param strong whether a mark other than a comma joins it to the part before or after it
   */
  record Item(int start, int end, boolean strong) {
    boolean holds(int[] span) {
      return span[0] >= start && span[1] <= end;
    }
  }

  /**
   * The items of one sentence or line, with those that hold a span of {@code known} whatever they
   * look like.
   */
  static List<Item> of(NormalText text, int[] sentence, List<int[]> known, Set<String> question) {
    String line = text.text().substring(sentence[0], sentence[1]);
    Matcher bullet = BULLET.matcher(line);
    int from = bullet.find() ? sentence[0] + bullet.end() : sentence[0];
    List<int[]> parts = new ArrayList<>();
    List<Boolean> strong = new ArrayList<>();
    int start = from;
    boolean before = false;
    Matcher marks = MARKS.matcher(text.text()).region(from, sentence[1]);
    while (marks.find()) {
      int at = marks.start();
      int end = marks.end();
      if (known.stream().anyMatch(span -> span[0] < end && at < span[1])) {
        continue;
      }
      boolean joins = !marks.group("mark").strip().equals(",");
      parts.add(new int[] {start, at});
      strong.add(before || joins);
      before = joins;
      start = end;
    }
    parts.add(new int[] {start, sentence[1]});
    strong.add(before);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      int[] part = i == 0 ? afterLead(text, parts.get(i)) : parts.get(i);
      Item item = new Item(part[0], part[1], strong.get(i));
      if (known.stream().anyMatch(item::holds) || named(text, part, question)) {
        items.add(item);
      }
    }
    return items;
  }

  static boolean bulleted(NormalText text, int[] sentence) {
    return BULLET.matcher(text.text().substring(sentence[0], sentence[1])).find();
  }

  /** Whether a whole line is but a name or value, as in lists without bullets. */
  static boolean bare(NormalText text, int[] line) {
    boolean whole =
        (line[0] == 0 || text.text().charAt(line[0] - 1) == '\n')
            && (line[1] == text.text().length() || text.text().charAt(line[1]) == '\n');
    return whole
        && text.text().substring(line[0], line[1]).indexOf(':') < 0
        && named(text, line, Set.of());
  }

  private static int[] afterLead(NormalText text, int[] part) {
    Matcher lead = LEAD.matcher(text.text().substring(part[0], part[1]));
    return lead.find() ? new int[] {part[0] + lead.end(), part[1]} : part;
  }

  /** Whether a part looks like a name or value that the question does not bring along. */
  private static boolean named(NormalText text, int[] part, Set<String> question) {
    List<Token> words = text.within(part[0], part[1]);
    int first = 0;
    while (first < words.size() && WordLists.FILLER.contains(words.get(first).folded())) {
      first++;
    }
    if (first == words.size() || words.size() - first > LONGEST) {
      return false;
    }
    List<Token> kept = words.subList(first, words.size());
    char opening = kept.get(0).raw().charAt(0);
    return (Character.isUpperCase(opening) || Character.isDigit(opening))
        && kept.stream().noneMatch(word -> WordLists.VERBS.contains(word.folded()))
        && !question.contains(kept.get(0).folded());
  }
}
