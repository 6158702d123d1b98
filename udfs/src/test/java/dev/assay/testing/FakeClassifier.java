package dev.assay.testing;

import dev.assay.model.TextClassifier;
import dev.assay.text.Words;
import java.util.List;

/** The share of a text's words that are a label: "toxic", "insult" and "biased". */
public record FakeClassifier() implements TextClassifier {

  @Override
  public String id() {
    return "fake-classifier";
  }

  @Override
  public List<String> labels() {
    return List.of("toxic", "insult", "Biased");
  }

  @Override
  public List<Classes> classify(List<String> texts) {
    return texts.stream().map(this::classes).toList();
  }

  private Classes classes(String text) {
    List<String> words = Words.of(text);
    List<Double> shares =
        List.of("toxic", "insult", "biased").stream()
            .map(label -> words.stream().filter(label::equals).count() / (words.size() + 1e-9))
            .toList();
    return new Classes(shares, text.length() > 2_500 ? 2 : 1);
  }
}
