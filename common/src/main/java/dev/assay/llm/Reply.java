package dev.assay.llm;

import java.util.Optional;

/**
 * What came back.
 *
 * @param text the model's text; of a service the whole body
 * @param finish why the model stopped, in the endpoint's own words; empty if it does not say
 * @param logprobs log-probabilities of the tokens as the endpoint writes them, JSON
 */
public record Reply(String text, Usage usage, String finish, Optional<String> logprobs) {

  /** Whether the model was cut off by its limit of tokens. */
  public boolean truncated() {
    return finish.equals("length") || finish.equals("max_tokens");
  }

  /** The same, to be stored: without the endpoint's secrets, should the server repeat them. */
  public Reply masked(EndpointSpec spec) {
    return new Reply(
        MaskedReply.of(text, spec::mask), usage, spec.mask(finish), logprobs.map(spec::mask));
  }

  /**
   * This reply, which has text of the form that was asked for.
   *
   * @throws CallException where it has not; a text of another form is kept in it
   */
  public Reply checked(ChatRequest asked) {
    if (text.isBlank()) {
      throw new AttemptException(
          truncated() ? Failure.TRUNCATED : Failure.EMPTY,
          "the reply has no text (finished by '" + finish + "')");
    }
    Optional<String> problem = asked.form().flatMap(form -> form.problem(text));
    if (problem.isPresent()) {
      throw new AttemptException(
          truncated() ? Failure.TRUNCATED : Failure.WRONG_SCHEMA, problem.get(), Optional.of(this));
    }
    return this;
  }
}
