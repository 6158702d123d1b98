package dev.assay.spark;

import com.codahale.metrics.Gauge;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.llm.calls.UsageReport;
import dev.assay.model.onnx.OnnxEngine;
import dev.assay.spark.calls.CoordinatorLine;
import dev.assay.spark.models.ExecutorModels;
import java.util.Map;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * {@code spark.plugins=dev.assay.spark.AssayPlugin}: starts the ONNX engine on every executor
 * before Spark NLP or anything else can open a session, reports {@code model.texts}, {@code
 * model.remembered} and {@code model.nanos} among the executor's metrics, and carries what
 * executors ask the driver before they call an endpoint. Without it everything works, except ONNX
 * models of others that load before ours, and endpoints on a cluster.
 */
public final class AssayPlugin implements SparkPlugin {

  @Override
  public DriverPlugin driverPlugin() {
    return new OnDriver();
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new OnExecutor();
  }

  /**
   * Answers with types of the JDK alone: others would end an executor that had the jar by --jars.
   */
  private static final class OnDriver implements DriverPlugin {

    @Override
    public Object receive(Object message) {
      try {
        return message instanceof UsageReport report
            ? CallCoordinator.shared().exchange(report)
            : "ERR unknown message " + message;
      } catch (Throwable failure) { // Whatever it is must not reach the executor as itself.
        return "ERR " + failure;
      }
    }
  }

  private static final class OnExecutor implements ExecutorPlugin {

    @Override
    public void init(PluginContext context, Map<String, String> extraConf) {
      CoordinatorLine.connect(context);
      OnnxEngine.start();
      context.metricRegistry().register("model.texts", (Gauge<Long>) ExecutorModels::modelTexts);
      context
          .metricRegistry()
          .register("model.remembered", (Gauge<Long>) ExecutorModels::remembered);
      context.metricRegistry().register("model.nanos", (Gauge<Long>) ExecutorModels::modelNanos);
    }
  }
}
