package dev.assay.testing;

import dev.assay.model.SentimentModel;
import dev.assay.text.Words;
import java.util.List;

/** 1 for a text with the word "good", -1 for one with "bad", else 0. */
public record FakeSentiment() implements SentimentModel {

  @Override
  public String id() {
    return "fake-sentiment";
  }

  @Override
  public List<Double> polarity(List<String> texts) {
    return texts.stream()
        .map(Words::of)
        .map(words -> words.contains("good") ? 1.0 : words.contains("bad") ? -1.0 : 0.0)
        .toList();
  }
}
