package dev.assay.grammar.matching;

import dev.assay.grammar.matching.Items.Item;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an answer names of a set.
 *
 * @param found elements that it names
 * @param others different values that it names and that are no elements
 */
record SetStated(int found, int others) {

  static SetStated numbers(
      NormalText answer, NormalText question, List<String> values, double tolerance) {
    NumbersStated numbers = NumbersStated.of(answer, question, values, tolerance);
    List<Integer> right = new ArrayList<>();
    int found = 0;
    for (String value : values) {
      List<Integer> where =
          numbers.where(NumberMentions.truth(value)).stream()
              .filter(i -> !denied(answer, numbers.stated(), i))
              .toList();
      found += where.isEmpty() ? 0 : 1;
      right.addAll(where);
    }
    Set<String> others = new HashSet<>();
    for (int i : numbers.stated().competing(right)) {
      if (!denied(answer, numbers.stated(), i)) {
        others.add(
            numbers.mentions().get(i).readings().get(0).value().stripTrailingZeros().toString());
      }
    }
    return new SetStated(found, others.size());
  }

  private static boolean denied(NormalText answer, Stated stated, int at) {
    return TextValues.denied(answer, stated.spans().get(at));
  }

  static SetStated dates(NormalText answer, NormalText question, List<String> values) {
    Set<LocalDate> truths = values.stream().map(DateMentions::truth).collect(Collectors.toSet());
    Set<LocalDate> asked = DateMentions.dates(question.text());
    Set<LocalDate> found = new HashSet<>();
    Set<LocalDate> others = new HashSet<>();
    for (DateMentions.Mention date : DateMentions.find(answer.text())) {
      if (TextValues.denied(answer, new int[] {date.start(), date.end()})) {
        continue;
      }
      Set<LocalDate> said = new HashSet<>(date.readings());
      said.retainAll(truths);
      if (date.whole() && !said.isEmpty()) {
        found.addAll(said);
      } else if (date.readings().stream().noneMatch(asked::contains)) {
        others.add(date.readings().get(0));
      }
    }
    return new SetStated(found.size(), others.size());
  }

  static SetStated texts(NormalText answer, NormalText question, List<String> values) {
    List<int[]> known = new ArrayList<>();
    int found = 0;
    List<String> longest =
        values.stream()
            .sorted(
                Comparator.comparingInt((String v) -> -v.length())
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    for (String value : longest) {
      boolean affirmed = false;
      for (int[] span : TextValues.find(answer, value)) {
        if (known.stream().noneMatch(other -> other[0] < span[1] && span[0] < other[1])) {
          known.add(span);
          affirmed |= !TextValues.denied(answer, span);
        }
      }
      found += affirmed ? 1 : 0;
    }
    return new SetStated(found, others(answer, question, known));
  }

  private static int others(NormalText answer, NormalText question, List<int[]> known) {
    Set<String> asked = Set.copyOf(question.folded());
    Set<String> others = new HashSet<>();
    boolean bullets =
        answer.sentences().stream().anyMatch(s -> listed(answer, s) && holds(s, known));
    for (int[] sentence : answer.sentences()) {
      if (known.isEmpty() || holds(sentence, known) || bullets && listed(answer, sentence)) {
        for (Item item : Items.of(answer, sentence, known, asked)) {
          if (known.stream().noneMatch(item::holds)) {
            others.add(
                answer.within(item.start(), item.end()).stream()
                    .map(NormalText.Token::folded)
                    .collect(Collectors.joining(" ")));
          }
        }
      }
    }
    return others.size();
  }

  private static boolean listed(NormalText answer, int[] sentence) {
    return Items.bulleted(answer, sentence) || Items.bare(answer, sentence);
  }

  private static boolean holds(int[] sentence, List<int[]> known) {
    return known.stream().anyMatch(s -> sentence[0] <= s[0] && s[1] <= sentence[1]);
  }
}
