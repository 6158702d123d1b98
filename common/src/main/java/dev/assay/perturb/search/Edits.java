package dev.assay.perturb.search;

import dev.assay.base.EditDistance;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * What was changed from an origin to its twin, as edits that can be made each without the others:
 * words that were replaced, put in or left out (with the marks behind them), or where {@code
 * letters} is wanted the letters of a replaced word. Words that changed places are one edit. All of
 * them together make the twin.
 */
public record Edits(String origin, List<Edit> all) {

  public Edits {
    all = List.copyOf(all);
  }

  /**
   * The edits between two texts.
   *
   * @param letters whether the letters of a replaced word are edits of their own: where most of the
   *     word is still there, and not only its case differs
   */
  public static Edits between(String origin, String twin, boolean letters) {
    List<String> from = Tokens.of(origin);
    List<String> to = Tokens.of(twin);
    List<Edit> edits = new ArrayList<>();
    for (Edit edit : swapsJoined(origin, Alignment.of(from, to).edits(true))) {
      edits.addAll(letters ? lettersOf(origin, edit) : List.of(edit));
    }
    return new Edits(origin, edits);
  }

  /** The origin with some of the edits. */
  public String with(BitSet chosen) {
    StringBuilder out = new StringBuilder();
    int last = 0;
    for (int i = chosen.nextSetBit(0); i >= 0; i = chosen.nextSetBit(i + 1)) {
      Edit edit = all.get(i);
      out.append(origin, last, edit.start()).append(edit.text());
      last = edit.end();
    }
    return out.append(origin, last, origin.length()).toString();
  }

  /** Characters that an edit changes, by Levenshtein. */
  public int distance(int index) {
    Edit edit = all.get(index);
    return EditDistance.between(origin.substring(edit.start(), edit.end()), edit.text());
  }

  /** In words, for people: {@code fee → charge}, {@code + please}, {@code − the}. */
  public String described(int index) {
    Edit edit = all.get(index);
    String was = shown(origin.substring(edit.start(), edit.end()));
    String now = shown(edit.text());
    if (was.isEmpty()) {
      return "+ " + now;
    }
    return now.isEmpty() ? "− " + was : was + " → " + now;
  }

  private static String shown(String text) {
    return text.isBlank() && !text.isEmpty() ? "blank" : text.strip();
  }

  /** Neighbouring words of which each stands where the other stood can only move together. */
  private static List<Edit> swapsJoined(String origin, List<Edit> edits) {
    List<Edit> joined = new ArrayList<>();
    for (int i = 0; i < edits.size(); i++) {
      Edit edit = edits.get(i);
      if (i + 1 < edits.size() && swapped(origin, edit, edits.get(i + 1))) {
        Edit next = edits.get(++i);
        String between = origin.substring(edit.end(), next.start());
        joined.add(new Edit(edit.start(), next.end(), edit.text() + between + next.text()));
      } else {
        joined.add(edit);
      }
    }
    return joined;
  }

  private static boolean swapped(String origin, Edit left, Edit right) {
    String between = origin.substring(left.end(), right.start());
    return between.isBlank()
        && words(
                origin.substring(left.start(), left.end()),
                origin.substring(right.start(), right.end()))
            .equals(words(left.text(), right.text()));
  }

  private static TreeMap<String, Integer> words(String one, String other) {
    TreeMap<String, Integer> words = new TreeMap<>();
    words.merge(one, 1, Integer::sum);
    words.merge(other, 1, Integer::sum);
    return words;
  }

  private static List<Edit> lettersOf(String origin, Edit edit) {
    String was = origin.substring(edit.start(), edit.end());
    boolean word = Tokens.isWord(was) && Tokens.isWord(edit.text());
    int distance = word ? EditDistance.between(was, edit.text()) : 0;
    if (!word
        || was.equalsIgnoreCase(edit.text())
        || 2 * distance > Math.max(was.length(), edit.text().length())) {
      return List.of(edit);
    }
    return Alignment.of(Tokens.letters(was), Tokens.letters(edit.text())).edits(false).stream()
        .map(one -> new Edit(edit.start() + one.start(), edit.start() + one.end(), one.text()))
        .toList();
  }
}
