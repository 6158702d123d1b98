package dev.assay.evaluators.structure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.JsonSchemaException;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.SpecVersionDetector;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.resource.DisallowSchemaLoader;
import dev.assay.conditions.BoundedExpression;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the answer is JSON that satisfies a schema: exactly one JSON value, drafts 4 to 2020-12
 * by {@code $schema} (2020-12 without). The case's attribute {@code json_schema} goes before the
 * parameter; {@code {}} only checks that the answer parses. An empty answer fails; a schema that
 * cannot be read is a {@code parse_failure}, and so is one whose {@code pattern}s are not RE2.
 * References to other documents are not followed.
 *
 * <p>Sentence rows: every violation with its place.
 *
 * <p>Source: 002 JSON Schema.
 *
 * @param jsonSchema the schema as text
 */
public record JsonSchema(String jsonSchema) implements RowEvaluator {
  private static final String VALID = "valid_json";
  private static final String ATTRIBUTE = "json_schema";
  private static final int ROWS = 50;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Patterns are RE2's: one of the JDK's could be made to run for ever by an answer. */
  private static final SchemaValidatorsConfig SETTINGS =
      SchemaValidatorsConfig.builder()
          .regularExpressionFactory(
              pattern -> {
                Pattern compiled = BoundedExpression.compile(pattern);
                return text -> compiled.matcher(text).find();
              })
          .build();

  private static final Spec SPEC =
      Spec.of("json_schema", "JSON schema")
          .meaning("Whether the answer is JSON that satisfies a schema.")
          .source("002 JSON Schema; json-schema.org")
          .version(2)
          .dimension(ValidationDimension.QA)
          .uses(Field.ANSWER)
          .attributes(ATTRIBUTE)
          .metric(Metric.share(VALID, 0.5, "1 when the answer parses and satisfies the schema"))
          .metric(Metric.fault("failures", "1 when it does not"))
          .metric(Metric.fault("generation_failures", "The same: contexts are not validated"))
          .build();

  public JsonSchema {
    schema(jsonSchema);
  }

  /** Parsing alone. */
  public JsonSchema() {
    this("{}");
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    com.networknt.schema.JsonSchema common = schema(jsonSchema);
    return batch.stream().map(example -> outcome(example, common)).toList();
  }

  private static Outcome outcome(Example example, com.networknt.schema.JsonSchema common) {
    if (example.answer().isEmpty()) {
      return SPEC.noInput("no answer was recorded");
    }
    com.networknt.schema.JsonSchema schema = common;
    String own = example.attributes().get(ATTRIBUTE);
    if (own != null) {
      try {
        schema = schema(own);
      } catch (IllegalArgumentException e) {
        return SPEC.absent(Status.PARSE_FAILURE, "of the case: " + e.getMessage());
      }
    }
    List<String> violations = violations(example.answer().get(), schema);
    double valid = violations.isEmpty() ? 1 : 0;
    List<Evidence> rows = new ArrayList<>();
    for (String violation : violations.subList(0, Math.min(ROWS, violations.size()))) {
      rows.add(Evidence.of(VALID, Side.ANSWER, rows.size(), violation, 0).flagged("violation"));
    }
    return SPEC.outcome(rows, Measure.of(valid), Measure.of(1 - valid), Measure.of(1 - valid));
  }

  private static List<String> violations(String answer, com.networknt.schema.JsonSchema schema) {
    JsonNode value;
    try {
      value = JSON.readTree(answer);
    } catch (JsonProcessingException e) {
      String place =
          e.getLocation() == null
              ? ""
              : " (line %d, column %d)"
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      return List.of("not JSON: " + e.getOriginalMessage() + place);
    }
    if (value.isMissingNode()) {
      return List.of("not JSON: the answer is empty");
    }
    return schema.validate(value).stream().map(ValidationMessage::getMessage).sorted().toList();
  }

  private static com.networknt.schema.JsonSchema schema(String text) {
    try {
      JsonNode node = JSON.readTree(text);
      if (!node.isObject() && !node.isBoolean()) {
        throw new IllegalArgumentException("json_schema is a JSON object, got " + text);
      }
      VersionFlag version =
          SpecVersionDetector.detectOptionalVersion(node, true).orElse(VersionFlag.V202012);
      JsonSchemaFactory factory =
          JsonSchemaFactory.getInstance(
              version,
              builder ->
                  builder.schemaLoaders(
                      loaders -> loaders.add(DisallowSchemaLoader.getInstance())));
      com.networknt.schema.JsonSchema schema = factory.getSchema(node, SETTINGS);
      schema.initializeValidators();
      return schema;
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "json_schema has a pattern that is not RE2: " + e.getMessage(), e);
    } catch (JsonProcessingException | JsonSchemaException e) {
      throw new IllegalArgumentException("json_schema cannot be read: " + e.getMessage(), e);
    }
  }
}
