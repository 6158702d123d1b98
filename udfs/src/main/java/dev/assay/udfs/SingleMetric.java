package dev.assay.udfs;

import static org.apache.spark.sql.functions.udf;

import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.spark.Scoring;
import java.util.List;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/** One metric of one evaluator as a function of two arguments. */
final class SingleMetric {
  private SingleMetric() {}

  static UserDefinedFunction function(
      String evaluator, String metric, Arguments order, SessionModels models) {
    Scoring scoring = new Scoring(List.of((RowEvaluator) Functions.evaluator(evaluator)));
    return udf(
        (UDF2<Object, Object, Double>)
            (first, second) -> {
              if (first == null || second == null) {
                return null;
              }
              Outcome outcome =
                  scoring
                      .score(List.of(order.example(first, second)), models.here())
                      .get(0)
                      .get(evaluator);
              Measure measure = outcome.measures().get(metric);
              return measure instanceof Measure.Value value ? (Double) value.value() : null;
            },
        DataTypes.DoubleType);
  }
}
