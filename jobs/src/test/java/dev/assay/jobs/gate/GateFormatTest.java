package dev.assay.jobs.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.jobs.gate.GateCheck.Outcome;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class GateFormatTest {
  private static final GateCheck GOOD =
      new GateCheck("bound", "human.correct", "a", "all", Outcome.PASSED, "0.95, at least 0.90");
  private static final GateCheck BAD =
      new GateCheck(
          "bound", "human.correct", "b\n<&\"'\u0000]]>", "all", Outcome.FAILED, "50 %\nof");
  private static final GateCheck OPEN =
      new GateCheck("baseline", "human.correct", "a", "all", Outcome.UNDECIDED, "−0.01");

  @Test
  void anUndecidedBoundFailsAndAnUndecidedDropByWhatIsRequired() {
    GateCheck bound = new GateCheck("bound", "m", "a", "all", Outcome.UNDECIDED, "");
    assertThat(new GateResult(List.of(bound), true).failures()).hasSize(1);
    assertThat(new GateResult(List.of(OPEN), true).failures()).isEmpty();
    assertThat(new GateResult(List.of(OPEN), false).failures()).hasSize(1);
  }

  @Test
  void textIsALineATest() {
    assertThat(GateFormat.TEXT.print(new GateResult(List.of(GOOD, OPEN), false)))
        .isEqualTo(
            "pass bound human.correct, a, all: 0.95, at least 0.90\n"
                + "FAIL baseline human.correct, a, all: −0.01\n");
  }

  @Test
  void jsonIsOneObject() throws Exception {
    JsonNode json =
        new ObjectMapper()
            .readTree(GateFormat.JSON.print(new GateResult(List.of(GOOD, BAD), true)));
    assertThat(json.get("passed").asBoolean()).isFalse();
    assertThat(json.get("tests")).hasSize(2);
    assertThat(json.get("tests").get(1).get("outcome").asText()).isEqualTo("failed");
    assertThat(json.get("tests").get(1).get("system").asText()).isEqualTo(BAD.system());
  }

  @Test
  void junitIsXmlWhateverSystemsAreCalled() throws Exception {
    String xml = GateFormat.JUNIT.print(new GateResult(List.of(GOOD, BAD), true));
    Document parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    assertThat(parsed.getDocumentElement().getAttribute("tests")).isEqualTo("2");
    assertThat(parsed.getDocumentElement().getAttribute("failures")).isEqualTo("1");
    assertThat(parsed.getElementsByTagName("failure").getLength()).isEqualTo(1);
    assertThat(
            parsed
                .getElementsByTagName("testcase")
                .item(1)
                .getAttributes()
                .getNamedItem("name")
                .getNodeValue())
        .contains("b\n<&\"'\uFFFD]]>");
  }

  @Test
  void githubGetsOneLineATest() {
    assertThat(GateFormat.GITHUB.print(new GateResult(List.of(GOOD, BAD), true)).lines())
        .containsExactly(
            "::notice title=bound human.correct%2C a%2C all::0.95, at least 0.90",
            "::error title=bound human.correct%2C b <&\"' ]]>%2C all::50 %25 of");
  }

  @Test
  void aNameStartsNoLineAndNoCommand() {
    GateCheck check =
        new GateCheck(
            "bound", "m", "a\n::stop-commands::x\u001B[2J", "all", Outcome.FAILED, "b\rc");
    GateResult result = new GateResult(List.of(check), true);
    String line = "bound m, a ::stop-commands::x [2J, all: b c";
    assertThat(GateFormat.TEXT.print(result)).isEqualTo("FAIL " + line + "\n");
    assertThat(result.summary()).isEqualTo("Gate: 1 of 1 tests failed: " + line + ".");
    assertThat(GateFormat.GITHUB.print(result)).hasLineCount(1).doesNotContain("\u001B");
  }
}
