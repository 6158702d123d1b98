package dev.assay.rules;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * One rule of a suite. A finding is the pattern's first group, or the whole match where it has
 * none.
 *
 * @param id unique in its suite
 * @param category what kind of thing it finds
 * @param pattern RE2 syntax, unanchored
 * @param anchors literals, lower case, one of which every match contains; none: not known. They
 *     save the search of most texts
 * @param reach how many characters before and after an anchor its match lies at most; 0: not known
 * @param digits digits that every match has among {@link #WINDOW} characters; 0: not known. They
 *     save the search of what lies between numbers
 * @param validator what a match must satisfy besides
 * @param placeholders values, lower case and without blanks and hyphens, that are well-known
 *     samples
 * @param ignore further samples, as a pattern that such a finding matches whole; empty: none
 */
public record Rule(
    String id,
    String category,
    Pattern pattern,
    List<String> anchors,
    int reach,
    int digits,
    Validator validator,
    List<String> placeholders,
    String ignore)
    implements Serializable {

  /** Characters that {@link #digits} stand in. */
  static final int WINDOW = 50;

  /** Characters up to which a refused match is always searched for another one inside it. */
  private static final int SHORT = 200;

  /** Longer matches refused by the validator, beyond which the search jumps over the next one. */
  private static final int RETRIES = 64;

  /** Refused matches of one region, beyond which the search jumps over every further one. */
  private static final int MOST_REFUSED = 1_000;

  public Rule {
    anchors = List.copyOf(anchors);
    placeholders = List.copyOf(placeholders);
  }

  /** Everything it finds in {@code text}, in order, without overlap, {@code limit} at most. */
  List<Finding> find(String text, String lowerCase, int limit) {
    List<Finding> findings = new ArrayList<>();
    if (!anchors.isEmpty() && !anchored(lowerCase)) {
      return findings;
    }
    if (digits == 0 && (reach == 0 || anchors.isEmpty() || lowerCase.length() != text.length())) {
      search(text, 0, limit, findings);
    } else if (digits == 0) {
      aroundAnchors(text, lowerCase, limit, findings);
    } else {
      amongDigits(text, limit, findings);
    }
    return findings;
  }

  private boolean anchored(String lowerCase) {
    for (String anchor : anchors) {
      if (lowerCase.contains(anchor)) {
        return true;
      }
    }
    return false;
  }

  private void aroundAnchors(String text, String lowerCase, int limit, List<Finding> findings) {
    BitSet places = new BitSet(text.length());
    for (String anchor : anchors) {
      for (int at = lowerCase.indexOf(anchor); at >= 0; at = lowerCase.indexOf(anchor, at + 1)) {
        places.set(at);
      }
    }
    int end = 0;
    for (int at = places.nextSetBit(0); at >= 0; at = places.nextSetBit(Math.max(end, at + 1))) {
      int start = Math.max(end, blankBefore(text, Math.max(0, at - reach)));
      end = blankAfter(text, Math.min(text.length(), at + reach));
      // What begins before a region's end and ends behind it has its anchor in both.
      for (int next = places.nextSetBit(at + 1);
          next >= 0 && next - reach <= end && end < text.length();
          next = places.nextSetBit(next + 1)) {
        end = Math.max(end, blankAfter(text, Math.min(text.length(), next + reach)));
      }
      search(text.substring(start, end), start, limit, findings);
    }
  }

  private void amongDigits(String text, int limit, List<Finding> findings) {
    int from = 0;
    for (int at = dense(text, 0); at < text.length(); at = dense(text, from)) {
      int start = Math.max(from, blankBefore(text, at));
      from = regionEnd(text, at);
      for (int next = at; next < from && from < text.length(); ) {
        next = dense(text, from - WINDOW);
        from = next < from ? regionEnd(text, next) : from;
      }
      search(text.substring(start, from), start, limit, findings);
    }
  }

  /** Adds what is found in {@code text}, which begins at {@code offset} of the whole. */
  private void search(String text, int offset, int limit, List<Finding> findings) {
    Matcher matcher = pattern.matcher(text);
    int group = matcher.groupCount() == 0 ? 0 : 1;
    int from = 0;
    int refused = 0;
    int misses = 0;
    while (findings.size() < limit && from <= text.length() && matcher.find(from)) {
      int start = matcher.start(group);
      int end = matcher.end(group);
      String found = start < 0 ? "" : text.substring(start, end);
      if (!found.isEmpty() && validator.accepts(found) && !placeholder(found)) {
        findings.add(new Finding(id, category, offset + start, offset + end, found));
        from = Math.max(end, matcher.start() + 1);
        refused = 0;
      } else {
        // What is refused may hide a match that begins inside it. Only endless and countless ones
        // are jumped over, so that the search stays linear and quick.
        boolean endless = matcher.end() - matcher.start() > SHORT && ++refused >= RETRIES;
        boolean countless = ++misses > MOST_REFUSED;
        boolean hidden = validator != Validator.NONE && !found.isEmpty() && !endless && !countless;
        from = Math.max(matcher.start() + 1, hidden ? 0 : matcher.end());
        refused = endless ? 0 : refused;
      }
    }
  }

  /** The first start, from {@code from} on, of a window with enough digits; else the text's end. */
  private int dense(String text, int from) {
    int count = 0;
    for (int at = from; at < text.length(); at++) {
      count += digit(text, at) ? 1 : 0;
      count -= at - WINDOW >= from && digit(text, at - WINDOW) ? 1 : 0;
      if (count >= digits) {
        return Math.max(from, at - WINDOW + 1);
      }
    }
    return text.length();
  }

  /** Where a match with a digit in the window from {@code at} has ended. */
  private static int regionEnd(String text, int at) {
    return blankAfter(text, Math.min(text.length(), at + 2 * WINDOW));
  }

  private static boolean digit(String text, int at) {
    return text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private static int blankBefore(String text, int at) {
    int start = at;
    while (start > 0 && !Character.isWhitespace(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static int blankAfter(String text, int at) {
    int end = at;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private boolean placeholder(String found) {
    return placeholders.contains(Validator.compact(found).toLowerCase(Locale.ROOT))
        || (!ignore.isEmpty() && Pattern.matches(ignore, found));
  }

  /** Two rules are the same when they find the same. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Rule rule && toString().equals(rule.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }
}
