package dev.assay.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Masking;
import dev.assay.base.Secret;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class MaskedReplyTest {
  private static final UnaryOperator<String> MASK =
      text -> Masking.mask(text, List.of(new Secret("planted\"body/4712")));

  @Test
  void aTextOfJsonThatEndsWithinASecretEndsWithTheMask() {
    String reply =
        "{\"answer\": {\"text\": \"I was sent planted\\\"body/47\"}, \"cut\":"
            + " [\"planted\\\"bod\"]}";
    assertThat(MASK.apply(reply)).as("as one text it ends otherwise").isEqualTo(reply);
    assertThat(MaskedReply.of(reply, MASK))
        .isEqualTo("{\"answer\":{\"text\":\"I was sent ***\"},\"cut\":[\"***\"]}");
  }

  @Test
  void aSecretOfAFieldsNameGoes() {
    assertThat(MaskedReply.of("{\"planted\\\"body\\/4712\": 1}", MASK)).isEqualTo("{\"***\": 1}");
  }

  @Test
  void whatHoldsNoneStaysAsItWasWritten() {
    for (String reply :
        List.of(
            "{ \"score\" : 1.50, \"id\": 12345678901234567890123 }",
            "[1, 2",
            "{planted",
            " plain ",
            "")) {
      assertThat(MaskedReply.of(reply, MASK)).isEqualTo(reply);
    }
  }
}
