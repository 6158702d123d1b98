package dev.assay.udfs;

import dev.assay.spark.InDriver;
import dev.assay.spark.OneTask;
import dev.assay.udfs.door.Door;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import scala.Function1;
import scala.Tuple3;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Brings the SQL functions to every session, to clients of the SQL server its rules ({@link Door}),
 * and {@link OneTask} to those that set it: {@code
 * spark.sql.extensions=dev.assay.udfs.AssayExtensions}.
 */
public final class AssayExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    for (SqlFunction function : Functions.ALL) {
      extensions.injectFunction(
          new Tuple3<>(new FunctionIdentifier(function.name()), info(function), builder(function)));
    }
    if (System.getenv("DATABRICKS_RUNTIME_VERSION") == null) {
      // That platform's Spark has other plans, and its own SQL server.
      extensions.injectParser(new Door.Parsers());
      extensions.injectPreCBORule(
          new AbstractFunction1<SparkSession, Rule<LogicalPlan>>() {
            @Override
            public Rule<LogicalPlan> apply(SparkSession spark) {
              return new OneTask();
            }
          });
      extensions.injectColumnar(
          new AbstractFunction1<SparkSession, ColumnarRule>() {
            @Override
            public ColumnarRule apply(SparkSession spark) {
              return new InDriver();
            }
          });
    }
    return BoxedUnit.UNIT;
  }

  private static ExpressionInfo info(SqlFunction function) {
    return new ExpressionInfo(
        AssayExtensions.class.getName(),
        "",
        function.name(),
        "_FUNC_(%s) - %s".formatted(function.arguments(), function.meaning()),
        "");
  }

  private static Function1<Seq<Expression>, Expression> builder(SqlFunction function) {
    return new AbstractFunction1<>() {
      @Override
      public Expression apply(Seq<Expression> arguments) {
        List<Expression> given = JavaConverters.seqAsJavaList(arguments);
        if (given.size() != function.arity()) {
          throw new IllegalArgumentException(
              "%s(%s) takes %d arguments, not %d"
                  .formatted(
                      function.name(), function.arguments(), function.arity(), given.size()));
        }
        Column[] columns = given.stream().map(Column::new).toArray(Column[]::new);
        return function
            .definition()
            .apply(SparkSession.active())
            .withName(function.name())
            .apply(columns)
            .expr();
      }
    };
  }
}
