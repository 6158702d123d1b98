package dev.assay.evaluators.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Status;
import dev.assay.evaluators.Evaluators;
import dev.assay.spark.Scoring;
import dev.assay.testing.Examples;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StructureTest {
  private static final String SCHEMA =
      "{\"type\": \"object\", \"required\": [\"fee\"], \"properties\": {\"fee\": {\"type\": \"number\"}}}";

  /** {@code {}} only checks that the answer parses. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | 1",
        "[1, 2] | 1",
        "42 | 1",
        "\"x\" | 1",
        "null | 1",
        "{\"a\": } | 0",
        "{} {} | 0",
        "```json {} ``` | 0",
        "NaN | 0",
        "text | 0"
      })
  void theEmptySchemaOnlyParses(String answer, double valid) {
    assertThat(value(json(Map.of(), answer), "valid_json")).isEqualTo(valid);
    assertThat(value(json(Map.of(), answer), "failures")).isEqualTo(1 - valid);
  }

  /** Verdicts by Python's jsonschema 4.26. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"fee\": 5} | 1",
        "{\"fee\": \"5\"} | 0",
        "{} | 0",
        "[] | 0",
        "{\"fee\": 5, \"x\": 1} | 1"
      })
  void aSchemaDecides(String answer, double valid) {
    assertThat(value(json(Map.of("json_schema", SCHEMA), answer), "valid_json")).isEqualTo(valid);
  }

  /** In draft 4 exclusiveMinimum is a flag, from draft 6 a number. */
  @Test
  void theDraftIsTheSchemasOwn() {
    String four =
        "{\"$schema\": \"http://json-schema.org/draft-04/schema#\", \"minimum\": 5, \"exclusiveMinimum\": true}";
    assertThat(value(json(Map.of("json_schema", four), "5"), "valid_json")).isZero();
    String latest = "{\"exclusiveMinimum\": 4}";
    assertThat(value(json(Map.of("json_schema", latest), "5"), "valid_json")).isEqualTo(1);
  }

  @Test
  void violationsAreRowsAndEmptinessFails() {
    Outcome outcome = json(Map.of("json_schema", SCHEMA), "{}");
    assertThat(outcome.evidence())
        .extracting(Evidence::sentence)
        .first()
        .asString()
        .contains("fee");
    assertThat(value(json(Map.of(), " "), "valid_json")).isZero();
  }

  @Test
  void aBadSchemaIsSaidBeforeTheRunOrPerCase() {
    assertThatThrownBy(() -> Evaluators.of("json_schema", Map.of("json_schema", "{")))
        .hasMessageContaining("json_schema cannot be read");
    Outcome outcome =
        score(
            "json_schema",
            Map.of(),
            Examples.withAttributes(example("{}"), Map.of("json_schema", "7")));
    assertThat(absent(outcome, "valid_json").status()).isEqualTo(Status.PARSE_FAILURE);
  }

  @Test
  @Timeout(20)
  void otherDocumentsAreNotFetched() {
    String remote = "{\"$ref\": \"http://127.0.0.1:9/schema.json\"}";
    assertThatThrownBy(() -> Evaluators.of("json_schema", Map.of("json_schema", remote)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Timeout(20)
  void deepAndLongAnswersAreBounded() {
    assertThat(value(json(Map.of(), "[".repeat(500_000)), "valid_json")).isZero();
    assertThat(value(json(Map.of(), "[" + "1,".repeat(500_000) + "1]"), "valid_json")).isEqualTo(1);
  }

  @Test
  void artifactsAreSoundOrNamedWithTheirFault() {
    String artifacts =
        """
        [{"name": "report.json", "content": "{\\"total\\": 5}"},
         {"name": "out/broken.json", "content": "{"},
         {"name": "conf.yaml", "content": "a: [1"},
         {"name": "good.yml", "content": "a: 1"},
         {"name": "empty.txt", "content": ""},
         {"name": "slides.pdf", "pages": ["one", " "]}]
        """;
    Outcome outcome = sanity(Map.of(), artifacts);
    // Sound: report.json and good.yml, 2 of 6.
    assertThat(value(outcome, "agent_sanity")).isEqualTo(2 / 6.0);
    assertThat(outcome.evidence())
        .extracting(Evidence::sentence)
        .anySatisfy(s -> assertThat(s).contains("page 2 is blank"));

    // Two more that should be there; one has no field /total: 1 sound of 8.
    Outcome strict =
        sanity(
            Map.of(
                "expected_files",
                "report.json, summary.md, data.csv",
                "required_fields",
                "good.yml#/total"),
            artifacts);
    assertThat(value(strict, "agent_sanity")).isEqualTo(1 / 8.0);
  }

  @Test
  void nothingFoundIsNotPerfect() {
    assertThat(absent(sanity(Map.of(), "[]"), "agent_sanity").status()).isEqualTo(Status.NO_INPUT);
    assertThat(value(sanity(Map.of("expected_files", "a.json"), "[]"), "agent_sanity")).isZero();
    assertThat(absent(sanity(Map.of(), "nonsense"), "agent_sanity").status())
        .isEqualTo(Status.PARSE_FAILURE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "What does a replacement card cost me? | A replacement card costs eight dollars. | 1",
        "What does a replacement card cost me? | Die Gebühr für eine Ersatzkarte beträgt acht Dollar. | 0",
        "¿Cuánto cuesta una tarjeta de reemplazo nueva? | La tarifa por una tarjeta de reemplazo es de ocho dólares. | 1",
        "What does a replacement card cost me? | カードの再発行手数料は八ドルです。 | 0",
        "手续费是多少？ | 手续费是八美元。 | 1",
        "Fee? | Комиссия составляет восемь долларов. | NA",
        "Fee? | Eight. | NA",
        "費用 | 수수료는 팔 달러입니다. | 0",
      })
  void languagesAreComparedOrLeftOpen(String question, String answer, String expected) {
    Measure measure =
        score("language_mismatch_lid", Map.of(), Example.of(question, null, List.of(), answer))
            .measures()
            .get("same_language");
    if (expected.equals("NA")) {
      assertThat(((Measure.Absent) measure).status()).isEqualTo(Status.NOT_APPLICABLE);
    } else {
      assertThat(measure).isEqualTo(Measure.of(Double.parseDouble(expected)));
    }
  }

  private static Outcome json(Map<String, String> parameters, String answer) {
    return score("json_schema", parameters, example(answer));
  }

  private static Outcome sanity(Map<String, String> parameters, String artifacts) {
    return score(
        "agent_sanity",
        parameters,
        Examples.withAttributes(example("x"), Map.of("artifacts", artifacts)));
  }

  private static Example example(String answer) {
    return Example.of("Question?", null, List.of(), answer);
  }

  private static Outcome score(String evaluator, Map<String, String> parameters, Example example) {
    return new Scoring(List.of((RowEvaluator) Evaluators.of(evaluator, parameters)))
        .score(List.of(example), FakeModels.with(FakeEmbedder.hashing(16)))
        .get(0)
        .get(evaluator);
  }

  private static double value(Outcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }

  private static Measure.Absent absent(Outcome outcome, String metric) {
    return (Measure.Absent) outcome.measures().get(metric);
  }
}
