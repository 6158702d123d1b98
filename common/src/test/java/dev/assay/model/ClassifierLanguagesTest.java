package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassifierLanguagesTest {

  @ParameterizedTest
  @CsvSource({
    "en, eng",
    "EN, eng",
    "eng_Latn, eng",
    "__label__de, deu",
    "zh-CN, cmn",
    "zho_Hans, cmn",
    "no, nob",
    "nn, nob",
    "sr, hrv",
    "ceb, ceb",
    "fa, fas"
  })
  void aLabelBeginsWithACode(String label, String code) {
    assertThat(LanguageCodes.ofLabel(label)).contains(code);
  }

  @ParameterizedTest
  @CsvSource({"LABEL_0", "xx", "english", "''", "e"})
  void whatIsNoCodeIsRefused(String label) {
    assertThat(LanguageCodes.ofLabel(label)).isEmpty();
    assertThatThrownBy(() -> new ClassifierLanguages(fixed(List.of("en", label), List.of(.5, .5))))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("'" + label + "'")
        .hasMessageContaining("models.language-id.labels");
  }

  /** Croatian .3 and Serbian .3 are one written language: .6. */
  @Test
  void theLanguageWithHalfOfTheProbabilityIsTheTexts() {
    List<String> labels = List.of("en", "hr", "sr", "und");
    assertThat(language(labels, List.of(.3, .3, .3, .1))).contains("hrv");
    assertThat(language(labels, List.of(.5, .2, .2, .1))).contains("eng");
    assertThat(language(labels, List.of(.4, .2, .2, .2))).as("none has half").isEmpty();
    assertThat(language(labels, List.of(.9, .9, .0, .0))).as("two, in two windows").isEmpty();
    assertThat(language(labels, List.of(.1, .1, .1, .7))).as("und is no language").isEmpty();
  }

  @Test
  void withoutLettersThereIsNoLanguage() {
    LanguageIdentifier model = new ClassifierLanguages(fixed(List.of("en", "de"), List.of(.9, .1)));
    assertThat(model.identify(List.of("", "12 %", "a", "😀".repeat(4_000), "\ud800")))
        .containsExactly(
            Optional.empty(),
            Optional.empty(),
            Optional.of("eng"),
            Optional.empty(),
            Optional.empty());
  }

  private static Optional<String> language(List<String> labels, List<Double> probabilities) {
    return new ClassifierLanguages(fixed(labels, probabilities))
        .identify(List.of("Any text"))
        .get(0);
  }

  private static TextClassifier fixed(List<String> labels, List<Double> probabilities) {
    return new TextClassifier() {
      @Override
      public String id() {
        return "fixed";
      }

      @Override
      public List<String> labels() {
        return labels;
      }

      @Override
      public List<Classes> classify(List<String> texts) {
        return texts.stream().map(text -> new Classes(probabilities, 1)).toList();
      }
    };
  }
}
