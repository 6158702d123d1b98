package dev.assay.udfs;

import static org.apache.spark.sql.functions.udf;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evaluator;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Status;
import dev.assay.evaluators.Evaluators;
import dev.assay.spark.Scoring;
import dev.assay.tables.NamedRow;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/**
 * {@code assay_evaluate(evaluator, case)}: every metric of an evaluator, with why one is absent.
 */
final class CaseEvaluation {
  private static final StructType RESULT =
      StructType.fromDDL("metric STRING, value DOUBLE, status STRING, reason STRING");

  private CaseEvaluation() {}

  static UserDefinedFunction function(SparkSession spark) {
    SessionModels models = SessionModels.of(spark);
    HashMap<String, Map<String, String>> parameters =
        new HashMap<>(Functions.settings().map(SqlSettings::parameters).orElse(Map.of()));
    return udf(
        (UDF2<String, Row, Row[]>)
            (id, example) ->
                id == null || example == null ? null : evaluate(id, example, models, parameters),
        DataTypes.createArrayType(RESULT));
  }

  private static Row[] evaluate(
      String id, Row row, SessionModels models, Map<String, Map<String, String>> parameters) {
    Evaluator evaluator = Evaluators.of(id, parameters.getOrDefault(id, Map.of()));
    if (evaluator instanceof AskingEvaluator) {
      Measure unasked =
          Measure.notApplicable("judges are asked by stage evaluate, which keeps their replies");
      return evaluator.spec().metrics().stream()
          .map(metric -> row(metric, unasked))
          .toArray(Row[]::new);
    }
    if (!(evaluator instanceof RowEvaluator rows)) {
      throw new IllegalArgumentException(
          "assay_evaluate: '" + id + "' judges groups or sets of cases, not one case");
    }
    Outcome outcome =
        new Scoring(List.of(rows)).score(List.of(example(row)), models.here()).get(0).get(id);
    return evaluator.spec().metrics().stream()
        .map(metric -> row(metric, outcome.measures().get(metric.name())))
        .toArray(Row[]::new);
  }

  private static Row row(Metric metric, Measure measure) {
    NamedRow row = NamedRow.of(RESULT).set("metric", metric.name());
    if (measure instanceof Measure.Absent absent) {
      return row.set("status", absent.status().id()).set("reason", absent.reason()).build();
    }
    return row.set("value", ((Measure.Value) measure).value())
        .set("status", Status.OK.id())
        .build();
  }

  private static Example example(Row row) {
    Seq<String> contexts = field(row, "contexts");
    Example texts =
        Example.of(
            field(row, "question"),
            field(row, "expected_answer"),
            contexts == null ? List.of() : Vectors.texts(contexts),
            field(row, "answer"));
    Map<String, String> attributes = new HashMap<>();
    for (String name : List.of("answerable", "artifacts")) {
      Object value = field(row, name);
      if (value != null) {
        attributes.put(name, value.toString());
      }
    }
    return new Example(
        "",
        "",
        0,
        "",
        texts.question(),
        texts.expected(),
        texts.contexts(),
        texts.answer(),
        Optional.ofNullable(field(row, "condition")),
        List.of(),
        List.of(),
        attributes,
        List.of(),
        List.of());
  }

  @SuppressWarnings("TypeParameterUnusedInFormals") // as Row.getAs
  private static <T> T field(Row row, String name) {
    return Arrays.asList(row.schema().fieldNames()).contains(name) ? row.getAs(name) : null;
  }
}
