package dev.assay.text;

import java.util.ArrayList;
import java.util.List;

/**
 * The one sentence splitter of the product: corpus, questions and answers all go through it.
 *
 * <p>Layout comes first: blank lines, headings, list items, table rows and line breaks that no
 * wrapping would have made separate blocks. Inside a block a sentence ends at an end mark, unless
 * the word before it is an abbreviation, an initial or a list number that what follows continues. A
 * piece without a letter or digit belongs to the sentence before it. Blank means white space of any
 * kind, control characters (NUL among them) and zero-width marks.
 *
 * <p>Where a text begins its sentences with small letters, as chat and transcripts do, capitals say
 * nothing: a stop before a small letter ends a sentence, and so does a line break that no wrapping
 * made. In other texts it does after a stop that stands apart, as tokenisers leave it, and at the
 * end of a line, unless an abbreviation owns it. Of 200 such texts ({@code
 * sentences/as-they-come.txt}) 198 split as a reader would, and 60 without these rules.
 *
 * <p>Any text is accepted, in linear time. A sentence longer than {@value #MAX_LENGTH} characters
 * is cut at the last blank before that length, or at that length when there is none, never inside a
 * surrogate pair.
 *
 * <p>Chosen by measurement. Texts split exactly as a reader would, of 146 cases of {@code
 * sentences/cases.txt}, on which the rules were tuned, and of the 52 English golden rules of
 * pragmatic_segmenter (MIT), before any rule had seen them: OpenNLP 2.5.11 with its 1.3.0 model 86
 * and 31, behind the same layout 98 and 31, with the same abbreviations as its dictionary 113 and
 * 34 (its time then grows with the square of the text's length); {@link java.text.BreakIterator} of
 * JDK 17 91 and 30, behind the same layout 105 and 30; the rules here 142 and 38.
 */
public final class Sentences {

  /** Who changes where sentences end raises it: all scores are computed again. */
  public static final int VERSION = 2;

  /** The most characters that a sentence can have. */
  public static final int MAX_LENGTH = 2_000;

  /** Sentences of this many characters or fewer are left out of similarity metrics. */
  public static final int SHORT = 10;

  private Sentences() {}

  /**
   * A sentence and where it stands.
   *
   * @param start index of its first character in the text
   * @param end index after its last character
   * @param text the characters between, without blanks at either end
   */
  public record Sentence(int start, int end, String text) {}

  /**
   * All sentences in order. Their spans do not overlap and hold every character that is not blank;
   * a blank text has none.
   */
  public static List<Sentence> split(String text) {
    List<Sentence> sentences = new ArrayList<>();
    Pieces pieces = new Pieces(text, sentences);
    boolean small = Casing.small(text);
    Blocks.of(
        text,
        small,
        (start, end) -> {
          int from = start;
          while (from < end) {
            int to = SentenceEnds.next(text, from, end, small);
            pieces.add(from, to);
            from = to;
          }
        });
    pieces.finish();
    return List.copyOf(sentences);
  }

  /**
   * The sentences that similarity metrics compare: those longer than {@value #SHORT} characters. A
   * text of shorter ones only is one sentence, the trimmed text; a blank text has none.
   */
  public static List<String> scored(String text) {
    return scored(text, split(text));
  }

  static List<String> scored(String text, List<Sentence> all) {
    if (all.isEmpty()) {
      return List.of();
    }
    List<String> longer = all.stream().map(Sentence::text).filter(s -> s.length() > SHORT).toList();
    if (!longer.isEmpty()) {
      return longer;
    }
    return List.of(text.substring(all.get(0).start(), all.get(all.size() - 1).end()));
  }

  /** Whether {@code text} has no sentence: blanks and invisible marks only. */
  public static boolean blank(String text) {
    return Characters.skipBlanks(text, 0, text.length()) == text.length();
  }

  /** Collects pieces into sentences: joins the wordless to what precedes, cuts the overlong. */
  private static final class Pieces {
    private final String text;
    private final List<Sentence> sink;
    private int start = -1;
    private int end = -1;
    private boolean worded;

    Pieces(String text, List<Sentence> sink) {
      this.text = text;
      this.sink = sink;
    }

    void add(int from, int to) {
      int first = Characters.skipBlanks(text, from, to);
      int last = Characters.trimEnd(text, first, to);
      if (first >= last) {
        return;
      }
      boolean words = worded(first, last);
      if (start >= 0 && (!words || !worded) && last - start <= MAX_LENGTH) {
        end = last;
        worded |= words;
        return;
      }
      finish();
      start = first;
      end = last;
      worded = words;
    }

    void finish() {
      while (start >= 0 && start < end) {
        int cut = cut(start, end);
        int last = Characters.trimEnd(text, start, cut);
        sink.add(new Sentence(start, last, text.substring(start, last)));
        start = Characters.skipBlanks(text, cut, end);
      }
      start = -1;
    }

    private boolean worded(int from, int to) {
      for (int at = from; at < to; at++) {
        if (Character.isLetterOrDigit(text.charAt(at))
            || (Character.isHighSurrogate(text.charAt(at))
                && Character.isLetterOrDigit(text.codePointAt(at)))) {
          return true;
        }
      }
      return false;
    }

    private int cut(int from, int to) {
      if (to - from <= MAX_LENGTH) {
        return to;
      }
      int limit = from + MAX_LENGTH;
      for (int at = limit; at > from; at--) {
        if (Characters.blank(text.charAt(at))) {
          return at;
        }
      }
      return Character.isLowSurrogate(text.charAt(limit))
              && Character.isHighSurrogate(text.charAt(limit - 1))
          ? limit - 1
          : limit;
    }
  }
}
