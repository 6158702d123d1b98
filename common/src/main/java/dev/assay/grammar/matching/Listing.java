package dev.assay.grammar.matching;

import dev.assay.grammar.matching.Items.Item;
import java.util.List;
import java.util.Set;

/** Whether the right value is one of several that an answer puts side by side. */
final class Listing {
  /** So many commas make a list; two parts may be a name and what it belongs to. */
  private static final int LIST = 3;

  private Listing() {}

  static boolean hides(NormalText answer, List<int[]> right, Set<String> question) {
    List<int[]> sentences = answer.sentences();
    boolean bulleted = false;
    int bullets = 0;
    for (int[] sentence : sentences) {
      boolean holds = right.stream().anyMatch(s -> sentence[0] <= s[0] && s[1] <= sentence[1]);
      if (Items.bulleted(answer, sentence)) {
        bulleted |= holds;
        bullets += holds ? 0 : 1;
      }
      if (holds && beside(answer, sentence, right, question)) {
        return true;
      }
    }
    return bulleted && bullets > 0;
  }

  private static boolean beside(
      NormalText answer, int[] sentence, List<int[]> right, Set<String> question) {
    List<Item> items = Items.of(answer, sentence, right, question);
    List<Integer> own =
        java.util.stream.IntStream.range(0, items.size())
            .filter(i -> right.stream().anyMatch(items.get(i)::holds))
            .boxed()
            .toList();
    for (int i : own) {
      for (int other : new int[] {i - 1, i + 1}) {
        boolean another = other >= 0 && other < items.size() && !own.contains(other);
        if (another
            && items.get(Math.max(i, other)).strong()
            && adjacent(answer, items, i, other)) {
          return true;
        }
      }
    }
    return !own.isEmpty() && items.size() - own.size() + 1 >= LIST && commasOnly(answer, items);
  }

  private static boolean adjacent(NormalText answer, List<Item> items, int one, int other) {
    Item first = items.get(Math.min(one, other));
    Item second = items.get(Math.max(one, other));
    return answer.within(first.end(), second.start()).size() <= 1;
  }

  private static boolean commasOnly(NormalText answer, List<Item> items) {
    for (int i = 1; i < items.size(); i++) {
      if (!adjacent(answer, items, i - 1, i)) {
        return false;
      }
    }
    return true;
  }
}
