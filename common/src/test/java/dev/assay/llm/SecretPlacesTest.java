package dev.assay.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.base.Secret;
import dev.assay.config.reading.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretPlacesTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("KEY", "k$1\\e\"y-1\n", "TENANT", "12");

  @TempDir private Path directory;

  @Test
  void headersAreFilledFromTheEnvironmentAndFromFiles() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), " t-1 \n");
    assertThat(filled("Bearer ${env:KEY}/${file:" + file + "}"))
        .isEqualTo("Bearer k$1\\e\"y-1/t-1");
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
        .isEqualTo("{\"a\":[\"x\",\"<k$1\\\\e\\\"y-1>\"],\"q\":\"Why?\",\"n\":1}");
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
          .isEqualTo(Json.object().put("k", "k$1\\e\"y-1 " + asked).put("q", asked));
    }
  }

  /** A server may repeat one of them alone. */
  @Test
  void eachSecretOfAHeaderAndOfTheKeyIsMaskedByItself() throws IOException {
    String token = file("token", "left-secret");
    String pass = file("pass", "right-secret");
    String user = file("user", "app");
    Path config =
        Files.writeString(
            directory.resolve("a.conf"),
            """
            llm.endpoints.e { kind = openai, base-url = "https://x.test/v1", model = m, api-key = "k-%s-%s",
              headers { X-Auth = "%s:%s" } }
            """
                .formatted(token, token, user, pass));
    EndpointSpec spec =
        EndpointSpec.of(
            "e", ConfigLoader.defaults().file(config).load().config().llm().endpoints().get("e"));
    assertThat(spec.headers().get("X-Auth").value()).isEqualTo("app:right-secret");
    assertThat(spec.mask("left-secret and right-secret of the application"))
        .isEqualTo("*** and *** of the application");
    assertThat(spec.mask("app:right-secret k-left-secret-left-secret")).isEqualTo("*** ***");
    assertThatThrownBy(
            () -> SecretPlaces.sent("{\"${}\":[\"\",\"file:pass\",\"\"]}", spec.bodySecrets()))
        .as("a header's secret is not put into a body")
        .hasMessageContaining("${file:pass}");
    assertThat(spec.bodySecrets().keySet()).allMatch(name -> name.startsWith("masked "));
    assertThat(spec.withoutSecrets().mask("right-secret")).isEqualTo("right-secret");
  }

  /** All of a short one's occurrences in replies would be masked: "12 months". */
  @Test
  void aShortTextIsNoSecretOfABody() {
    assertThatThrownBy(() -> SecretPlaces.of("{\"t\":\"${env:TENANT}\"}", "here", ENVIRONMENT::get))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("here: what ${env:TENANT} stands for has fewer than 8 characters")
        .hasMessageContaining("Write it plainly");
    assertThat(filled("${env:TENANT}")).as("of a header").isEqualTo("12");
  }

  private String file(String name, String content) throws IOException {
    return "${file:" + Files.writeString(directory.resolve(name), content) + "}";
  }

  private static String filled(String text) {
    return SecretPlaces.filled(new Secret(text), "here", ENVIRONMENT::get).value();
  }
}
