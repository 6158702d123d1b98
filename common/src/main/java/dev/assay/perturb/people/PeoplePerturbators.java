package dev.assay.perturb.people;

import dev.assay.base.Lines;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Places;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.Word;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Counterfactual twins. Where the question names a kind of person, it names another one; where it
 * names none, the asker says what kind of person asks, and the twin is compared with a question
 * that does not say ({@code counterfactual_from = unsaid}).
 *
 * <p>The file of an attribute has columns divided by {@code |}: the first line is what the kinds
 * are called, the second what an asker says, each other one the words that stand for each other.
 */
public final class PeoplePerturbators {
  private static final List<String> ATTRIBUTES =
      List.of("gender", "race", "age", "income", "religion", "nationality");

  private PeoplePerturbators() {}

  /** One for each attribute. */
  public static List<Perturbator> all() {
    return ATTRIBUTES.stream().map(PeoplePerturbators::of).toList();
  }

  private static Perturbator of(String attribute) {
    List<List<String>> table =
        Lines.of(PeoplePerturbators.class, attribute + ".txt").stream()
            .map(line -> List.of(line.strip().split("\\s*\\|\\s*")))
            .toList();
    List<String> kinds = table.get(0);
    List<String> said = table.get(1);
    Map<String, List<String>> rows = new LinkedHashMap<>();
    table
        .subList(2, table.size())
        .forEach(row -> row.forEach(word -> rows.putIfAbsent(word.toLowerCase(Locale.ROOT), row)));
    return new Perturbator(
        attribute,
        Meaning.COUNTERFACTUAL,
        false,
        "Another kind of person is named, or asks: " + String.join(", ", kinds) + ".",
        (asked, intensity, random) -> {
          List<Word> words = Word.of(asked.text());
          List<Integer> froms = new ArrayList<>();
          for (Word word : words) {
            List<String> row = rows.get(word.text().toLowerCase(Locale.ROOT));
            if (row != null) {
              froms.add(at(row, word.text()));
            }
          }
          return froms.isEmpty()
              ? asks(asked.text(), attribute, kinds, said, random)
              : named(asked.text(), words, attribute, kinds, rows, froms.get(0), random);
        });
  }

  private static Rewrite asks(
      String text,
      String attribute,
      List<String> kinds,
      List<String> said,
      SplittableRandom random) {
    int to = random.nextInt(kinds.size());
    return Rewrite.to(said.get(to) + " " + text, attributes(attribute, "unsaid", kinds.get(to)));
  }

  private static Rewrite named(
      String text,
      List<Word> words,
      String attribute,
      List<String> kinds,
      Map<String, List<String>> rows,
      int from,
      SplittableRandom random) {
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      if (i != from) {
        others.add(i);
      }
    }
    int to = Places.one(others, random);
    String twin =
        Word.replaced(
            text,
            words,
            word -> {
              List<String> row = rows.get(word.text().toLowerCase(Locale.ROOT));
              if (row == null) {
                return word.text();
              }
              // Who is of the new kind already becomes one of the old: a pair changes sides.
              int own = at(row, word.text());
              return word.cased(row.get(own == from ? to : own == to ? from : own));
            });
    return Rewrite.to(twin, attributes(attribute, kinds.get(from), kinds.get(to)));
  }

  private static int at(List<String> row, String word) {
    for (int i = 0; i < row.size(); i++) {
      if (row.get(i).equalsIgnoreCase(word)) {
        return i;
      }
    }
    throw new IllegalStateException("'%s' is not in its row %s".formatted(word, row));
  }

  private static Map<String, String> attributes(String attribute, String from, String to) {
    return Map.of(
        "counterfactual_attribute", attribute,
        "counterfactual_from", from,
        "counterfactual_to", to);
  }
}
