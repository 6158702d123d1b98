package dev.assay.testing;

import dev.assay.model.PromptedModel;
import dev.assay.text.Words;
import java.util.List;
import java.util.Optional;

/**
 * Every word has the probability one in its number of letters plus one, whatever stands before it.
 * A prompt's material is read up to 1,000 characters.
 */
public record FakeLanguageModel() implements PromptedModel {

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

  @Override
  public List<Optional<Continued>> continuations(List<Prompt> prompts) {
    return prompts.stream()
        .map(
            prompt ->
                Optional.of(
                    new Continued(
                        logProbabilities(List.of(prompt.continuation())).get(0),
                        prompt.material().length() > 1_000)))
        .toList();
  }
}
