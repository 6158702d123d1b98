package dev.assay.spark;

import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.LocalTableScanExec;
import org.apache.spark.sql.execution.ObjectConsumerExec;
import org.apache.spark.sql.execution.ObjectProducerExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.command.DataWritingCommandExec;
import org.apache.spark.sql.execution.datasources.v2.V2CommandExec;
import org.apache.spark.sql.execution.exchange.Exchange;
import scala.collection.JavaConverters;
import scala.runtime.AbstractFunction1;

/**
 * Queries over few rows of the driver that {@link OneTask} has freed of shuffles run in the driver
 * where their result is wanted there: without a job. Functions of ours over partitions or groups
 * stay in tasks, which are as many as there are cores: they may ask models.
 */
public final class InDriver extends ColumnarRule {
  @Override
  public Rule<SparkPlan> postColumnarTransitions() {
    return new Wrapping();
  }

  private static final class Wrapping extends Rule<SparkPlan> {
    @Override
    public SparkPlan apply(SparkPlan plan) {
      return OneTask.isOn() && fits(plan) ? new DriverPlan(plan) : plan;
    }
  }

  private static boolean fits(SparkPlan plan) {
    return !(plan instanceof LocalTableScanExec)
        && JavaConverters.seqAsJavaList(plan.collectLeaves()).stream().allMatch(InDriver::isFew)
        && !plan.exists(
            new AbstractFunction1<>() {
              @Override
              public Object apply(SparkPlan node) {
                return belongsIntoTasks(node);
              }
            });
  }

  private static boolean isFew(SparkPlan leaf) {
    return leaf instanceof LocalTableScanExec
        && ((LocalTableScanExec) leaf).rows().size() <= OneTask.MOST_ROWS;
  }

  private static boolean belongsIntoTasks(SparkPlan node) {
    return node instanceof Exchange
        || node instanceof ObjectConsumerExec
        || node instanceof ObjectProducerExec
        || node instanceof DataWritingCommandExec
        || node instanceof V2CommandExec;
  }
}
