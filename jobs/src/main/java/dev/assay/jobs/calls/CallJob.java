package dev.assay.jobs.calls;

import dev.assay.jobs.engine.StageException;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.llm.calls.Spending;
import dev.assay.spark.AssayPlugin;
import dev.assay.spark.Tasks;
import dev.assay.spark.calls.CallTask;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The Spark plan that calls, which is run once.
 *
 * @param endpoints those that may be called, by name
 * @param several whether other pieces of the stage compute and commit beside it
 */
record CallJob(Map<String, EndpointSpec> endpoints, CallsUnderWay underWay, boolean several) {
  /**
   * How often as many calls as may be under way another piece takes to get under way. Some two
   * seconds where a call takes a quarter of one.
   */
  private static final int AHEAD = 8;

  /** A plan with calls must neither be speculated on nor run where executors cannot ask. */
  static void requireOneAttempt(SparkConf conf, boolean local) {
    if (conf.getBoolean("spark.speculation", false)) {
      throw new StageException(
          "spark.speculation is on: it would make calls twice. Start with --conf"
              + " spark.speculation=false.");
    }
    String plugin = AssayPlugin.class.getName();
    if (!local && !conf.get("spark.plugins", "").contains(plugin)) {
      throw new StageException(
          "Endpoints on a cluster need spark.plugins="
              + plugin
              + ", by which executors share the endpoints' limits. Give it to spark-submit, or set"
              + " it in the cluster's configuration.");
    }
  }

  /**
   * Makes the calls and journals what became of them; returns what that took.
   *
   * @param number of calls
   * @param directory of the journals
   */
  Spending run(Dataset<Row> calls, long number, String directory) {
    if (underWay.isOver()) {
      return Spending.NONE;
    }
    CallCoordinator desk = CallCoordinator.shared();
    Map<String, String> keys = new TreeMap<>();
    endpoints.forEach((name, spec) -> keys.put(name, desk.open(spec)));
    long atOnce = endpoints.values().stream().mapToLong(EndpointSpec::maxInFlight).sum();
    CallOrder.Calling mine =
        new CallOrder.Calling(
            () -> number - keys.values().stream().mapToLong(desk::attempts).sum(), AHEAD * atOnce);
    Spending spent = Spending.NONE;
    try {
      underWay.order().begin(mine);
      if (!desk.hasEnded()) {
        SparkContext context = calls.sparkSession().sparkContext();
        CallFiles.parted(calls, parts(context, number), !context.isLocal(), directory)
            .foreachPartition(new CallTask(endpoints, keys, directory));
      }
    } finally {
      if (desk.hasEnded()) {
        underWay.end();
      }
      for (String key : keys.values()) {
        spent = spent.plus(desk.close(key));
      }
      underWay.order().ended(mine);
    }
    return spent;
  }

  /**
   * A task keeps many calls under way: one that waits for a core would hold its share back, and
   * tasks that have all cores would hold back what is to be done beside them.
   */
  private int parts(SparkContext context, long number) {
    int cores = Math.max(1, context.defaultParallelism());
    return Math.min(several ? Math.max(1, cores / 2) : cores, Tasks.of(number));
  }
}
