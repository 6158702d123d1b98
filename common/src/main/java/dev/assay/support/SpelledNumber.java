package dev.assay.support;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A run of number words as far as it has been read, such as "two hundred and fifty" or
 * "twenty-five"; "1.3 million" is a figure.
 */
final class SpelledNumber {
  private static final int LONGEST = 16;
  private static final Map<String, Long> WORDS = words();
  private static final Map<String, Long> ORDINALS =
      numbered(
          1, "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth");
  private static final Map<String, Long> SCALES =
      Map.of(
          "dozen", 12L,
          "hundred", 100L,
          "thousand", 1_000L,
          "million", 1_000_000L,
          "billion", 1_000_000_000L,
          "trillion", 1_000_000_000_000L);

  private final int start;
  private int end;
  private int words;
  private long total;
  private long group;
  private boolean one;

  /** Of a first word, from {@code start} to {@code end}. */
  SpelledNumber(String word, int start, int end) {
    this.start = start;
    take(word, end);
    one = word.equals("one");
  }

  /** Whether a number can begin with {@code word}. */
  static boolean begins(String word) {
    return WORDS.containsKey(word) || word.equals("hundred");
  }

  /** An ordinal; "first" is often none that is to be checked. */
  static Optional<Quantity> ordinal(String word) {
    return Optional.ofNullable(ORDINALS.get(word))
        .map(value -> Quantity.of(BigDecimal.valueOf(value), "th", false, !word.equals("first")));
  }

  /** Whether {@code word}, which stands at {@code at}, goes on with this number. */
  boolean takes(String word, int at) {
    return joins(at)
        && (SCALES.containsKey(word) || WORDS.containsKey(word) && fits(WORDS.get(word)));
  }

  /** The same of an "and". */
  boolean takesAnd(String word, int at) {
    return word.equals("and") && joins(at) && (group >= 100 || group == 0 && total > 0);
  }

  private boolean joins(int at) {
    return at - end <= 1 && words < LONGEST;
  }

  private boolean fits(long small) {
    long last = group % 100;
    return group == 0 || last == 0 || last >= 20 && last % 10 == 0 && small < 10;
  }

  /** Reads a word that it {@linkplain #takes takes}. */
  void take(String word, int until) {
    long scale = SCALES.getOrDefault(word, 0L);
    if (scale == 0) {
      group += WORDS.get(word);
    } else if (scale <= 100) {
      group = Math.max(1, group) * scale;
    } else {
      total += Math.max(1, group) * scale;
      group = 0;
    }
    words++;
    one = false;
    end = until;
  }

  long value() {
    return total + group;
  }

  /** Whether it is the word "one" alone. */
  boolean isOne() {
    return one;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** Reads a word that has no value. */
  void end(int until) {
    end = until;
  }

  private static Map<String, Long> words() {
    Map<String, Long> words =
        new HashMap<>(
            numbered(
                0,
                "zero one two three four five six seven eight nine ten eleven twelve thirteen"
                    + " fourteen fifteen sixteen seventeen eighteen nineteen"));
    numbered(2, "twenty thirty forty fifty sixty seventy eighty ninety")
        .forEach((word, tens) -> words.put(word, 10 * tens));
    return Map.copyOf(words);
  }

  private static Map<String, Long> numbered(long first, String names) {
    Map<String, Long> numbers = new HashMap<>();
    for (String name : names.split(" ")) {
      numbers.put(name, first + numbers.size());
    }
    return Map.copyOf(numbers);
  }
}
