package dev.assay.text;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which of many texts stand in another, in one pass over it: their first {@value #HEAD} characters
 * are looked up by a rolling hash (Karp and Rabin 1987), the rest is compared.
 */
public final class TextSearch implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Shorter texts cannot be searched for. */
  public static final int HEAD = 8;

  private static final long BASE = 1_000_003;
  private static final int BITS = 1 << 18;

  private final Map<Long, List<String>> heads = new HashMap<>();
  private final BitSet seen = new BitSet(BITS);
  private final Set<String> whole;
  private final long out;
  private final int longest;

  /** Searches for {@code texts}; those shorter than {@link #HEAD} are refused. */
  public TextSearch(Collection<String> texts) {
    this(texts, Set.of());
  }

  /**
   * The same.
   *
   * @param whole those of them that stand in a text only where no letter or digit is beside them
   */
  public TextSearch(Collection<String> texts, Set<String> whole) {
    this.whole = Set.copyOf(whole);
    long power = 1;
    for (int i = 1; i < HEAD; i++) {
      power *= BASE;
    }
    this.out = power;
    int most = HEAD;
    for (String text : new TreeSet<>(texts)) {
      if (text.length() < HEAD) {
        throw new IllegalArgumentException("A text of fewer than " + HEAD + " characters");
      }
      long hash = 0;
      for (int i = 0; i < HEAD; i++) {
        hash = hash * BASE + text.charAt(i);
      }
      heads.computeIfAbsent(hash, head -> new ArrayList<>()).add(text);
      seen.set(bit(hash));
      most = Math.max(most, text.length());
    }
    this.longest = most;
  }

  /** Length of the longest text that is searched for. */
  public int longest() {
    return longest;
  }

  /** Whether any of the texts stands in {@code text}. */
  public boolean isIn(String text) {
    return !search(text, true).isEmpty();
  }

  /** Those that stand in {@code text}. */
  public Set<String> in(String text) {
    return search(text, false);
  }

  private Set<String> search(String text, boolean one) {
    Set<String> found = new TreeSet<>();
    long hash = 0;
    for (int i = 0; i < text.length(); i++) {
      if (i >= HEAD) {
        hash -= text.charAt(i - HEAD) * out;
      }
      hash = hash * BASE + text.charAt(i);
      int start = i - HEAD + 1;
      if (start >= 0 && seen.get(bit(hash))) {
        for (String candidate : heads.getOrDefault(hash, List.of())) {
          if (text.startsWith(candidate, start)
              && (!whole.contains(candidate) || isWhole(text, start, candidate.length()))) {
            found.add(candidate);
            if (one) {
              return found;
            }
          }
        }
      }
    }
    return found;
  }

  private static boolean isWhole(String text, int start, int length) {
    int end = start + length;
    return (start == 0 || !Character.isLetterOrDigit(text.codePointBefore(start)))
        && (end == text.length() || !Character.isLetterOrDigit(text.codePointAt(end)));
  }

  private static int bit(long hash) {
    return (int) ((hash ^ hash >>> 32) & BITS - 1);
  }
}
