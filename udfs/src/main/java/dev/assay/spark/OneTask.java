package dev.assay.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CoGroup;
import org.apache.spark.sql.catalyst.plans.logical.HintInfo;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.JoinHint;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MapGroups;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Repartition;
import org.apache.spark.sql.catalyst.plans.logical.SHUFFLE_HASH$;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import org.apache.spark.sql.catalyst.plans.physical.SinglePartition$;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.LogicalRDD;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.internal.SQLConf;
import scala.Option;
import scala.Some;
import scala.collection.JavaConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractPartialFunction;

/**
 * Queries that bring together rows of few tables, all of them in the driver or in one partition,
 * run in one task: no shuffle, and no job of its own for a side of a join. What only selects among
 * rows in the driver stays there and needs no task at all.
 */
public final class OneTask extends Rule<LogicalPlan> {
  /** Setting without which nothing is changed: other queries of a session are not ours. */
  private static final String SETTING = "spark.assay.one-task";

  /**
   * Of local mode. Each join, sort and window of a task takes a page of memory at once, which Spark
   * makes as large as if a task had sixteen of them: 64 MB of a heap of 2 GB on two cores. One task
   * for a whole query has more.
   */
  private static final Map<String, String> SETTINGS =
      Map.of(SETTING, "true", "spark.buffer.pageSize", "4m");

  /**
   * Of local mode on so many cores: these, and how many partitions there are. What asks whether
   * there is a row reads as many partitions at once as there are cores: one, and then the others,
   * takes a job more wherever there is none.
   */
  public static Map<String, String> settings(int cores) {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    for (String key :
        List.of("shuffle.partitions", "leafNodeDefaultParallelism", "limit.initialNumPartitions")) {
      settings.put("spark.sql." + key, Integer.toString(cores));
    }
    return settings;
  }

  /** Each row may cost a fit or a model, so that more deserve their tasks. */
  static final int MOST_ROWS = 2_000;

  private static final JoinHint HASHED =
      new JoinHint(Option.empty(), new Some<>(new HintInfo(new Some<>(SHUFFLE_HASH$.MODULE$))));

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    boolean one =
        isOn()
            && JavaConverters.seqAsJavaList(plan.collectLeaves()).stream().allMatch(OneTask::fits)
            && contains(plan);
    return one ? (LogicalPlan) plan.transformUp(new InOnePartition()) : plan;
  }

  /**
   * Whether {@code plan} reads at most {@code most} rows of each of its tables, all in the driver,
   * and its session is ours.
   */
  static boolean ofFew(LogicalPlan plan, int most) {
    return isOn()
        && JavaConverters.seqAsJavaList(plan.collectLeaves()).stream()
            .allMatch(leaf -> leaf instanceof OneRowRelation || isLocal(leaf, most));
  }

  static boolean isOn() {
    return SQLConf.get().getConfString(SETTING, "false").equals("true");
  }

  private static boolean isLocal(LogicalPlan leaf, int most) {
    return leaf instanceof LocalRelation && ((LocalRelation) leaf).data().size() <= most;
  }

  private static boolean fits(LogicalPlan leaf) {
    if (leaf instanceof LocalRelation) {
      return isLocal(leaf, MOST_ROWS);
    }
    if (leaf instanceof InMemoryRelation) {
      return SinglePartition$.MODULE$.equals(
          ((InMemoryRelation) leaf).cachedPlan().outputPartitioning());
    }
    if (leaf instanceof LogicalRDD) {
      return SinglePartition$.MODULE$.equals(((LogicalRDD) leaf).outputPartitioning());
    }
    return leaf instanceof OneRowRelation;
  }

  /** Whether rows have to be brought together. */
  private static boolean contains(LogicalPlan plan) {
    return plan.exists(
        new AbstractFunction1<>() {
          @Override
          public Object apply(LogicalPlan node) {
            return gathers(node);
          }
        });
  }

  private static boolean gathers(LogicalPlan node) {
    return node instanceof Aggregate
        || node instanceof Join
        || node instanceof Window
        || node instanceof Sort
        || node instanceof MapGroups
        || node instanceof CoGroup;
  }

  private static LogicalPlan inOne(LogicalPlan node) {
    return new Repartition(1, false, node);
  }

  private static final class InOnePartition
      extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {
    @Override
    public boolean isDefinedAt(LogicalPlan node) {
      return node instanceof Join
          ? ((Join) node).hint().equals(JoinHint.NONE())
          : node instanceof Union
              || node instanceof LocalRelation && ((LocalRelation) node).data().nonEmpty();
    }

    @Override
    public LogicalPlan apply(LogicalPlan node) {
      if (node instanceof Join) {
        Join join = (Join) node;
        // Spark takes two sides that are in one partition each for no longer in one.
        return inOne(
            new Join(join.left(), join.right(), join.joinType(), join.condition(), HASHED));
      }
      return inOne(node);
    }
  }
}
