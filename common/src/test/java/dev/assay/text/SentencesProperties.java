package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.text.Sentences.Sentence;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SentencesProperties {

  @Property
  void spansAreOrderedDisjointTrimmedAndHoldEverythingThatIsNotBlank(
      @ForAll("hostile") String text) {
    int at = 0;
    for (Sentence sentence : Sentences.split(text)) {
      assertThat(sentence.start()).isGreaterThanOrEqualTo(at);
      assertThat(sentence.text()).isNotEmpty().hasSizeLessThanOrEqualTo(Sentences.MAX_LENGTH);
      assertThat(sentence.text()).isEqualTo(text.substring(sentence.start(), sentence.end()));
      assertThat(Characters.blank(text.charAt(sentence.start()))).isFalse();
      assertThat(Characters.blank(text.charAt(sentence.end() - 1))).isFalse();
      assertThat(Characters.skipBlanks(text, at, sentence.start())).isEqualTo(sentence.start());
      at = sentence.end();
    }
    assertThat(Characters.skipBlanks(text, at, text.length())).isEqualTo(text.length());
  }

  @Property
  void scoredIsEmptyExactlyForBlankTexts(@ForAll("hostile") String text) {
    List<String> scored = Sentences.scored(text);
    assertThat(scored.isEmpty())
        .isEqualTo(Characters.skipBlanks(text, 0, text.length()) == text.length());
  }

  @Provide
  Arbitrary<String> hostile() {
    Arbitrary<String> piece =
        Arbitraries.oneOf(
            Arbitraries.of(
                ". ",
                "! ",
                "? ",
                "...",
                "…",
                "\n",
                "\r\n",
                "\n\n",
                " ",
                "\t",
                "\u0000",
                "\u2028",
                "\u200b",
                "\u00a0",
                "# ",
                "- ",
                "1. ",
                "(a)",
                "(b) ",
                "| a | b |\n",
                "|---|\n",
                "•",
                "。",
                "」",
                "\"",
                ")",
                "(",
                "[12]",
                "Mr. ",
                "e.g. ",
                "U.S. ",
                "fig. 3",
                "No. ",
                "😀",
                "\ud83d",
                "\ude00",
                "שלום",
                "العربية ",
                "A",
                "b",
                "the ",
                "The ",
                ":",
                ";",
                "x".repeat(700),
                "y ".repeat(700),
                "=====\n",
                "> ",
                "**",
                "a.m. ",
                "2",
                "§ "),
            Arbitraries.strings().ofMaxLength(5));
    return piece.list().ofMaxSize(30).map(pieces -> String.join("", pieces));
  }
}
