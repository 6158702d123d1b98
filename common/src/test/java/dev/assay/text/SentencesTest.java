package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.assay.text.Sentences.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SentencesTest {

  static Stream<SentenceCase> hardCases() {
    return SentenceCase.all().stream().filter(hard -> !hard.knownFailure());
  }

  @ParameterizedTest
  @MethodSource("hardCases")
  void splitsAsAReaderWould(SentenceCase hard) {
    assertThat(texts(hard.text())).isEqualTo(hard.sentences());
  }

  @Test
  void knownFailuresAreFewAndStillFail() {
    List<SentenceCase> known =
        SentenceCase.all().stream().filter(SentenceCase::knownFailure).toList();
    assertThat(known).hasSizeLessThanOrEqualTo(5);
    assertThat(known)
        .allSatisfy(hard -> assertThat(texts(hard.text())).isNotEqualTo(hard.sentences()));
  }

  @Test
  void aBlankTextHasNoSentence() {
    assertThat(Sentences.split("")).isEmpty();
    assertThat(Sentences.split(" \n\t\u00a0\u0000\u200b")).isEmpty();
    assertThat(Sentences.scored("  \n ")).isEmpty();
  }

  @Test
  void shortSentencesAreLeftOutWhereThereAreLongerOnes() {
    // "Yes." has 4 characters, "It is free." has 11.
    assertThat(Sentences.scored("Yes. It is free.")).containsExactly("It is free.");
  }

  @Test
  void aTextOfShortSentencesIsOne() {
    assertThat(Sentences.scored(" Yes. No. Maybe. ")).containsExactly("Yes. No. Maybe.");
    assertThat(Sentences.scored("42")).containsExactly("42");
  }

  @Test
  void anOverlongSentenceIsCutAtABlank() {
    // 401 words of 4 letters and a blank: 2,004 characters; the last blank that fits is at 1,999.
    List<Sentence> sentences = Sentences.split("word ".repeat(401));
    assertThat(sentences).hasSize(2);
    assertThat(sentences.get(0).end()).isEqualTo(1_999);
    assertThat(sentences.get(1).text()).isEqualTo("word");
  }

  @Test
  void aSurrogatePairIsNeverCut() {
    // One letter, then pairs: the limit of 2,000 falls inside the pair at 1,999.
    List<Sentence> sentences = Sentences.split("a" + "😀".repeat(2_500));
    assertThat(sentences.get(0).text()).hasSize(1_999);
    assertThat(sentences)
        .allSatisfy(
            sentence -> {
              assertThat(Character.isLowSurrogate(sentence.text().charAt(0))).isFalse();
              assertThat(sentence.text().length()).isLessThanOrEqualTo(Sentences.MAX_LENGTH);
            });
  }

  @Test
  void nulBytesAreBlanks() {
    assertThat(texts("The fee is due.\u0000\u0000Pay now.\u0000"))
        .containsExactly("The fee is due.", "Pay now.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "e.g. ", "1. ", "\n", "😀"})
  void fourMillionCharactersTakeSeconds(String piece) {
    String text = piece.repeat(4_000_000 / piece.length());
    assertTimeoutPreemptively(
        Duration.ofSeconds(15), () -> assertThat(Sentences.split(text)).isNotNull());
  }

  private static List<String> texts(String text) {
    return Sentences.split(text).stream().map(Sentence::text).toList();
  }
}
