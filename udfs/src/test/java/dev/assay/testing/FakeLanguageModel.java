package dev.assay.testing;

import dev.assay.model.LanguageModel;
import dev.assay.text.Words;
import java.util.List;

/** Every word has the probability one in its number of letters plus one. */
public record FakeLanguageModel() implements LanguageModel {

  @Override
  public String id() {
    return "fake-language-model";
  }

  @Override
  public List<List<Double>> logProbabilities(List<String> texts) {
    return texts.stream()
        .map(text -> Words.of(text).stream().map(word -> -Math.log(word.length() + 1)).toList())
        .toList();
  }
}
