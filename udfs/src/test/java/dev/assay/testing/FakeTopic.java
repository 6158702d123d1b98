package dev.assay.testing;

import dev.assay.model.TextClassifier;
import dev.assay.text.Words;
import java.util.List;

/** The share of a text's words that are "zebra", as label Off-Topic. */
public record FakeTopic() implements TextClassifier {

  @Override
  public String id() {
    return "fake-topic";
  }

  @Override
  public List<String> labels() {
    return List.of("on_topic", "Off-Topic");
  }

  @Override
  public List<Classes> classify(List<String> texts) {
    return texts.stream().map(FakeTopic::classes).toList();
  }

  private static Classes classes(String text) {
    List<String> words = Words.of(text);
    double share = words.stream().filter("zebra"::equals).count() / (words.size() + 1e-9);
    return new Classes(List.of(1 - share, share), 1, text.length() > 2_500);
  }
}
