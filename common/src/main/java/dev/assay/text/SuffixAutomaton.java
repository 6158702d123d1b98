package dev.assay.text;

import java.util.Arrays;

/**
 * All substrings of a text in one automaton of at most twice as many states as the text has
 * characters (code points). A state stands for substrings that end at the same places; it knows the
 * longest of them and the first and last of these places.
 *
 * <p>Source: Blumer et al. 1985; built on-line in linear time.
 */
final class SuffixAutomaton {
  private static final int NONE = -1;

  private final int[] length;
  private final int[] link;
  private final int[] firstEnd;
  private final int[] lastEnd;

  private final int[] edges;
  private final int[] next;
  private final int[] symbol;
  private int edge;

  private final long[] keys;
  private final int[] targets;
  private final int mask;

  private int states = 1;
  private int last;

  SuffixAutomaton(int[] text) {
    int capacity = Math.max(2, 2 * text.length);
    length = new int[capacity];
    link = new int[capacity];
    firstEnd = new int[capacity];
    lastEnd = new int[capacity];
    edges = new int[capacity];
    next = new int[3 * text.length + 1];
    symbol = new int[3 * text.length + 1];
    int slots = Integer.highestOneBit(Math.max(8, 6 * text.length)) << 1;
    keys = new long[slots];
    targets = new int[slots];
    mask = slots - 1;
    Arrays.fill(edges, NONE);
    Arrays.fill(keys, NONE);
    link[0] = NONE;
    for (int at = 0; at < text.length; at++) {
      append(text[at], at + 1);
    }
    spreadLastEnds();
  }

  int states() {
    return states;
  }

  /** Length of the longest substring of {@code state}. */
  int longest(int state) {
    return length[state];
  }

  /** Length of the shortest substring of {@code state}; not of the first state, the empty one. */
  int shortest(int state) {
    return length[link[state]] + 1;
  }

  /** End of the first occurrence of the substrings of {@code state}. */
  int firstEnd(int state) {
    return firstEnd[state];
  }

  /** End of their last occurrence. */
  int lastEnd(int state) {
    return lastEnd[state];
  }

  private void append(int c, int end) {
    int state = states++;
    length[state] = end;
    firstEnd[state] = end;
    lastEnd[state] = end;
    int from = last;
    while (from != NONE && slot(from, c) < 0) {
      connect(from, c, state);
      from = link[from];
    }
    link[state] = from == NONE ? 0 : target(from, c);
    last = state;
  }

  /**
   * The state that {@code from} leads to by {@code c}, divided if it also has longer substrings.
   */
  private int target(int from, int c) {
    int to = targets[slot(from, c)];
    if (length[to] == length[from] + 1) {
      return to;
    }
    int copy = states++;
    length[copy] = length[from] + 1;
    link[copy] = link[to];
    firstEnd[copy] = firstEnd[to];
    for (int e = edges[to]; e != NONE; e = next[e]) {
      connect(copy, symbol[e], targets[slot(to, symbol[e])]);
    }
    link[to] = copy;
    int at = from;
    while (at != NONE) {
      int slot = slot(at, c);
      if (targets[slot] != to) {
        break;
      }
      targets[slot] = copy;
      at = link[at];
    }
    return copy;
  }

  private void connect(int from, int c, int to) {
    symbol[edge] = c;
    next[edge] = edges[from];
    edges[from] = edge++;
    int slot = -slot(from, c) - 1;
    keys[slot] = key(from, c);
    targets[slot] = to;
  }

  /** Where the edge stands in the table, or −1 − the free place for it. */
  private int slot(int from, int c) {
    long key = key(from, c);
    int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (keys[slot] != NONE) {
      if (keys[slot] == key) {
        return slot;
      }
      slot = slot + 1 & mask;
    }
    return -slot - 1;
  }

  private static long key(int from, int c) {
    return (long) from << 32 | c;
  }

  /** A substring ends wherever a longer one does that ends with it: longest states first. */
  private void spreadLastEnds() {
    int[] order = new int[states];
    int[] starts = new int[length[last] + 2];
    for (int state = 0; state < states; state++) {
      starts[length[state] + 1]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    for (int state = 0; state < states; state++) {
      order[starts[length[state]]++] = state;
    }
    for (int i = states - 1; i > 0; i--) {
      int state = order[i];
      lastEnd[link[state]] = Math.max(lastEnd[link[state]], lastEnd[state]);
    }
  }
}
