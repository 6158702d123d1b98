package dev.assay.perturb.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Lines;
import dev.assay.base.Resources;
import dev.assay.mentions.Mentions;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Perturbator.Asked;
import dev.assay.perturb.Word;
import dev.assay.perturb.registry.Perturbators;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words that scripts/wordnet took from WordNet. */
class WordNetTest {
  @ParameterizedTest
  @ValueSource(strings = {"synonym", "antonym"})
  void noEntryTouchesWhatDecidesAQuestion(String list) {
    List<String> lines = Lines.of(WordPerturbators.class, "wordnet-" + list + ".txt");
    assertThat(lines).hasSizeGreaterThan(700).isSorted().doesNotHaveDuplicates();
    Set<String> numbers = new HashSet<>(Lines.of(Mentions.class, "number-words.txt"));
    for (String line : lines) {
      String[] parts = line.split(": ", 2);
      List<String> others = List.of(parts[1].split(" \\| "));
      assertThat(others).as(line).doesNotContain(parts[0]).doesNotHaveDuplicates();
      for (String other : others) {
        assertThat(parts[0] + " " + other).matches("[a-z]{3,} [a-z]{3,}");
        assertThat(Word.kept("x " + parts[0] + " " + other)).as(line).isEmpty();
        assertThat(numbers).doesNotContain(parts[0], other);
        assertThat(Chain.lost("x " + parts[0], "x " + other)).as(line).isEmpty();
      }
    }
    assertThat(Resources.text(WordPerturbators.class, "wordnet-licence.txt").orElseThrow())
        .contains("WordNet 3.0 Copyright 2006 by Princeton University");
  }

  @Test
  void wordsThatOurListsLackAreReplacedInTheirForm() {
    assertThat(twin("synonym", "Which student lately calculated the cargo?"))
        // Calculated is an adjective too, with a sense of its own, and stays.
        .isEqualTo("Which pupil recently calculated the freight?");
    assertThat(twin("synonym", "Who evaluates it?")).isEqualTo("Who assesses it?");
    assertThat(twin("antonym", "Is the domestic account unavailable?"))
        .isEqualTo("Is the foreign account available?");
  }

  /** In a bank a charge is a fee and no accusation; WordNet would say workable. */
  @Test
  void ourOwnListsSpeakFirst() {
    assertThat(twin("synonym", "Is that feasible?")).isEqualTo("Is that possible?");
    assertThat(twin("synonym", "What is the charge?")).isEqualTo("What is the fee?");
    assertThat(twin("antonym", "What is the highest debit?")).contains("lowest", "credit");
  }

  private static String twin(String perturbator, String question) {
    return new Chain(List.of(Perturbators.of(perturbator)), Intensity.EXTREME)
        .twin(new Asked(question, List.of()), 7, "case")
        .twin()
        .orElseThrow()
        .question();
  }
}
