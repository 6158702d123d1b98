package dev.assay.llm.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.Call;
import dev.assay.llm.CallRecord;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.JsonSchema;
import dev.assay.llm.Message;
import dev.assay.llm.Specs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is asked, kept and told keeps its content in text and on the way. */
class RecordsTest {
  private static final ChatRequest REQUEST =
      new ChatRequest(
          List.of(Message.system("S"), Message.user("U")),
          new ParametersConfig(
              Optional.of(0.0), Optional.empty(), Optional.of(50), Optional.empty(), false, ""),
          Optional.empty());

  @Test
  void aPromptGivesBackTheRequestItWasMadeOf() {
    ChatRequest all =
        new ChatRequest(
            List.of(Message.user("\"{}\n\u2028")),
            new ParametersConfig(
                Optional.of(.7),
                Optional.of(.9),
                Optional.of(1),
                Optional.of(-5L),
                true,
                "{\"a\":[1]}"),
            Optional.of(new JsonSchema("v", "{\"type\":\"object\"}")));
    assertThat(ChatRequest.of(all.prompt())).isEqualTo(all);
    assertThat(ChatRequest.of(REQUEST.prompt())).isEqualTo(REQUEST);
  }

  @Test
  void retryAfterIsReadInEveryForm() {
    assertThat(retryAfter("retry-after-ms", "250")).isEqualTo(250_000_000L);
    assertThat(retryAfter("Retry-After", "2")).isEqualTo(2_000_000_000L);
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.now().plusSeconds(30).atOffset(ZoneOffset.UTC));
    assertThat(retryAfter("Retry-After", date)).isBetween(28_000_000_000L, 30_000_000_000L);
    assertThat(retryAfter("Retry-After", "soon")).isZero();
    assertThat(retryAfter("Retry-After", "-5")).isZero();
  }

  @Test
  void theHashTellsCallsApartAndKnowsNoKey() {
    EndpointSpec spec = Specs.openAi("http://h/x", 1);
    String hash = Call.hash(spec, "p", 0);
    assertThat(Call.hash(spec, "p", 1)).isNotEqualTo(hash);
    assertThat(Call.hash(spec, "q", 0)).isNotEqualTo(hash);
    assertThat(Call.hash(Specs.openAi("http://h/y", 1), "p", 0)).isNotEqualTo(hash);
    assertThat(Call.hash(Specs.openAi("http://h/x", 99), "p", 0)).isEqualTo(hash);
    assertThat(spec.toString()).doesNotContain("sk-planted-4711");
  }

  @Test
  void aLineOfTheJournalIsTheRecordAgain() {
    CallRecord entry =
        new CallRecord(
            new Call("h", "p", "e", "a\nb", 3),
            "m",
            "{}",
            Optional.of("r\r\n\u2028"),
            "stop",
            Optional.empty(),
            OptionalLong.of(1),
            OptionalLong.empty(),
            OptionalDouble.of(.25),
            OptionalDouble.empty(),
            2,
            "ok",
            "",
            Instant.parse("2026-01-01T00:00:00.123456Z"));
    String line = entry.line();
    assertThat(line).doesNotContain("\n", "\r");
    assertThat(CallRecord.read(line)).contains(entry);
    assertThat(CallRecord.read(line.substring(0, line.length() - 1))).isEmpty();
    assertThat(CallRecord.read(line.replace("\"attempts\":2", "\"attempts\":3"))).isEmpty();
    assertThat(CallRecord.read("")).isEmpty();
  }

  @Test
  void aReportTravels() throws Exception {
    for (String stop : List.of("", "why")) {
      UsageReport report =
          new UsageReport("k", "h", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, stop);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(report);
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        assertThat(in.readObject()).isEqualTo(report);
      }
    }
  }

  private static long retryAfter(String name, String value) {
    return RetryAfter.nanos(HttpHeaders.of(Map.of(name, List.of(value)), (a, b) -> true));
  }
}
