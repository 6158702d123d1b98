package dev.assay.llm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepliesTest {
  private static final JsonSchema FORM =
      new JsonSchema(
          "v",
          "{\"type\":\"object\",\"properties\":{\"verdict\":{\"type\":\"boolean\"}},"
              + "\"required\":[\"verdict\"]}");

  @Test
  void aKeyThatStandsTwiceIsNoReply() {
    assertThat(FORM.problem("{\"verdict\": true}")).isEmpty();
    assertThat(FORM.problem("Well: {\"verdict\": true}")).isEmpty();
    assertThat(FORM.problem("{\"verdict\": true, \"verdict\": false}")).isPresent();
    assertThat(FORM.problem("Well: {\"verdict\": false, \"verdict\": true} !")).isPresent();
  }
}
