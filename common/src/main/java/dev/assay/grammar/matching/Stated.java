package dev.assay.grammar.matching;

import dev.assay.grammar.matching.NormalText.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The numbers or dates that an answer states, in order.
 *
 * @param spans [start, end) of each
 * @param exempt whether it stands for something else: what the question named, a citation, an
 *     ordinal of a list, a year in passing
 */
record Stated(List<int[]> spans, List<Boolean> exempt) {
  /** What stands between two values of one list or choice: at most a unit and a joining word. */
  private static final Pattern JOIN =
      Pattern.compile(
          "[^\\p{L}\\p{N}]*(?:\\p{L}{1,6}[^\\p{L}\\p{N}]+)?(?:(?:or|and|to|vs|versus|through)\\b[^\\p{L}\\p{N}]*)?"
              + "(?:(?:maybe|perhaps|possibly|even|either)\\b[^\\p{L}\\p{N}]*)?",
          Pattern.CASE_INSENSITIVE);

  private static final int LABEL = 5;
  private static final int MANY = 3;
  private static final int MOST = 100;

  static Stated none() {
    return new Stated(new ArrayList<>(), new ArrayList<>());
  }

  void add(int start, int end, boolean aside) {
    spans.add(new int[] {start, end});
    exempt.add(aside);
  }

  /** Places of those that {@code right} holds for. */
  List<Integer> where(Predicate<Integer> right) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < spans.size(); i++) {
      if (right.test(i)) {
        found.add(i);
      }
    }
    return found;
  }

  /** Those that are neither right nor about something else. */
  List<Integer> competing(List<Integer> right) {
    return where(i -> !right.contains(i) && !exempt.get(i));
  }

  /** What an answer that states the truth at {@code right} is worth. */
  Verdict verdict(NormalText answer, NormalText question, List<Integer> right, Way way) {
    if (right.stream().allMatch(i -> TextValues.denied(answer, spans.get(i)))) {
      return Verdict.of(false, way, "the answer denies the right value");
    }
    if (right.stream().allMatch(i -> TextValues.doubted(answer, spans.get(i)))) {
      return Verdict.undecided("the answer has the right value, and a denial after it");
    }
    List<Integer> others =
        competing(right).stream().filter(i -> !TextValues.denied(answer, spans.get(i))).toList();
    if (others.isEmpty()) {
      return Verdict.of(true, way, "the answer states the right value and no other");
    }
    if (others.size() > MOST) {
      return Verdict.of(false, way, "the answer lists values, the right one among them");
    }
    String other =
        answer.text().substring(spans.get(others.get(0))[0], spans.get(others.get(0))[1]);
    if (right.stream().anyMatch(r -> others.stream().anyMatch(o -> joined(answer, r, o)))) {
      return Verdict.of(false, way, "the answer offers the right value or " + other);
    }
    Set<String> asked = new HashSet<>(question.folded());
    asked.removeAll(WordLists.FILLER);
    boolean named = right.stream().anyMatch(r -> labelled(answer, r, asked));
    if (named && others.stream().noneMatch(o -> labelled(answer, o, asked))) {
      return Verdict.of(true, way, "the right value is the one that the question names");
    }
    return others.size() >= MANY
        ? Verdict.of(false, way, "the answer lists values, the right one among them")
        : Verdict.undecided("beside the right value the answer states " + other);
  }

  private boolean joined(NormalText answer, int one, int other) {
    int[] first = spans.get(Math.min(one, other));
    int[] second = spans.get(Math.max(one, other));
    String between = answer.text().substring(first[1], Math.max(first[1], second[0]));
    return between.length() <= 30
        && !between.matches("(?s).*[.!?]\\s.*")
        && JOIN.matcher(between).matches();
  }

  /** Whether a word of the question stands before the value, after any value before it. */
  private boolean labelled(NormalText answer, int at, Set<String> asked) {
    int from = answer.clauseStart(spans.get(at)[0]);
    for (int[] span : spans) {
      if (span[1] <= spans.get(at)[0]) {
        from = Math.max(from, span[1]);
      }
    }
    List<Token> before = answer.within(from, spans.get(at)[0]);
    return before.subList(Math.max(0, before.size() - LABEL), before.size()).stream()
        .anyMatch(token -> asked.contains(token.folded()));
  }
}
