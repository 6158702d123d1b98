package dev.assay.model;

import java.util.List;
import java.util.Optional;

/**
 * A language model that reads a prompt: what it says of a text depends on everything that stands
 * before it, so a question put there changes the answer. Models of word counts are not.
 */
public interface PromptedModel extends LanguageModel {

  /**
   * A prompt and what comes after it.
   *
   * @param before stands first, is never cut
   * @param material the text that the prompt is about; loses its end where the whole is longer than
   *     the model reads
   * @param after stands between the material and the continuation, is never cut
   * @param continuation whose tokens are scored, all of them
   */
  record Prompt(String before, String material, String after, String continuation) {}

  /**
   * What the model says of a continuation.
   *
   * @param logProbabilities the natural logarithm of each of its tokens' probability after the
   *     prompt and the tokens before it; empty for a continuation without tokens
   * @param truncated whether the material was cut
   */
  record Continued(List<Double> logProbabilities, boolean truncated) {
    public Continued {
      logProbabilities = List.copyOf(logProbabilities);
    }
  }

  /**
   * One result per prompt, in order; empty where prompt and continuation do not fit even without
   * the material. Prompt and continuation are split into tokens on their own, as GPTScore's authors
   * do (arXiv 2302.04166), so that the same answer has the same tokens after every prompt.
   */
  List<Optional<Continued>> continuations(List<Prompt> prompts);
}
