package dev.assay.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.base.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretPlacesTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("KEY", "k$1\\e\"y\n");

  @TempDir private Path directory;

  @Test
  void headersAreFilledFromTheEnvironmentAndFromFiles() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), " t-1 \n");
    assertThat(filled("Bearer ${env:KEY}/${file:" + file + "}")).isEqualTo("Bearer k$1\\e\"y/t-1");
    assertThat(filled("plain ${KEY} ${?KEY} {env:KEY}"))
        .isEqualTo("plain ${KEY} ${?KEY} {env:KEY}");
    assertThatThrownBy(() -> filled("${env:NONE}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("here: the environment has no NONE");
    assertThatThrownBy(() -> filled("${file:" + directory.resolve("no") + "}"))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void aBodyHasThePlaceUntilItIsSent() {
    String body = "{\"a\":[\"x\",\"<${env:KEY}>\"],\"q\":\"{question}\",\"n\":1}";
    Map<String, Secret> secrets = SecretPlaces.of(body, "here", ENVIRONMENT::get);
    String template = Json.write(SecretPlaces.lifted(Json.read(body)));
    String prompt = new Template(template).fill(Map.of("question", "Why?"), Map.of());
    assertThat(prompt)
        .isEqualTo("{\"a\":[\"x\",{\"${}\":[\"<\",\"env:KEY\",\">\"]}],\"q\":\"Why?\",\"n\":1}");
    assertThat(SecretPlaces.sent(prompt, secrets))
        .isEqualTo("{\"a\":[\"x\",\"<k$1\\\\e\\\"y>\"],\"q\":\"Why?\",\"n\":1}");
    assertThatThrownBy(() -> SecretPlaces.sent(prompt, Map.of()))
        .hasMessageContaining("${env:KEY}");
  }

  @Test
  void aQuestionOpensNoPlace() {
    String body = "{\"k\":\"${env:KEY} {question}\",\"q\":\"{question}\"}";
    Map<String, Secret> secrets = SecretPlaces.of(body, "here", ENVIRONMENT::get);
    String template = Json.write(SecretPlaces.lifted(Json.read(body)));
    for (String asked :
        new String[] {"${env:KEY}", "{\"${}\":[\"\",\"env:KEY\",\"\"]}", "env:KEY"}) {
      String prompt = new Template(template).fill(Map.of("question", asked), Map.of());
      assertThat(Json.read(SecretPlaces.sent(prompt, secrets)))
          .isEqualTo(Json.object().put("k", "k$1\\e\"y " + asked).put("q", asked));
    }
  }

  private static String filled(String text) {
    return SecretPlaces.filled(new Secret(text), "here", ENVIRONMENT::get).value();
  }
}
