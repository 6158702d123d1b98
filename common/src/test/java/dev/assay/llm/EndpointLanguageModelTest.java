package dev.assay.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.PromptedModel.Continued;
import dev.assay.model.PromptedModel.Prompt;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndpointLanguageModelTest {
  private static final EndpointSpec ENDPOINT = Specs.of("completions", "http://h/x", 1);

  @Test
  void theFirstTokenHasNoProbabilityAndIsLeftOut() {
    List<List<Double>> said =
        Interview.whole(
            call ->
                reply(
                    "[{\"token\":\"a\",\"offset\":0},{\"token\":\" b\",\"offset\":1,\"logprob\":-0.5}]"),
            interview ->
                new EndpointLanguageModel(ENDPOINT, interview)
                    .logProbabilities(List.of("a b", "")));
    assertThat(said).containsExactly(List.of(-.5), List.of());
  }

  @Test
  void aTokenAcrossTheSeamIsTheContinuations() {
    // "😀ab" + "cd": code points 0 to 3, then 3 to 5; "bc" stands across the seam.
    Prompt prompt = new Prompt("\uD83D\uDE00", "a", "b", "cd");
    List<Optional<Continued>> said =
        Interview.whole(
            call -> {
              assertThat(ChatRequest.of(call.prompt()).messages().get(0).text())
                  .isEqualTo("\uD83D\uDE00abcd");
              return reply(
                  "[{\"token\":\"\uD83D\uDE00\",\"offset\":0},{\"token\":\"a\",\"offset\":1,\"logprob\":-1},"
                      + "{\"token\":\"bc\",\"offset\":2,\"logprob\":-2},{\"token\":\"d\",\"offset\":4,\"logprob\":-3}]");
            },
            interview ->
                new EndpointLanguageModel(ENDPOINT, interview).continuations(List.of(prompt)));
    assertThat(said).containsExactly(Optional.of(new Continued(List.of(-2.0, -3.0), false)));
  }

  @Test
  void anEndpointThatFailsGivesItsStatus() {
    StoredReply late = new StoredReply("timeout", Optional.empty(), "late", "", Optional.empty());
    assertThatThrownBy(
            () ->
                Interview.whole(
                    call -> late,
                    interview ->
                        new EndpointLanguageModel(ENDPOINT, interview)
                            .logProbabilities(List.of("a"))))
        .isInstanceOf(NoReply.class)
        .hasMessage("late");
  }

  private static StoredReply reply(String tokens) {
    return new StoredReply("ok", Optional.of(""), "", "length", Optional.of(tokens));
  }
}
