package dev.assay.spark;

import com.codahale.metrics.Gauge;
import dev.assay.model.OnnxEngine;
import java.util.Map;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * {@code spark.plugins=dev.assay.spark.AssayPlugin}: starts the ONNX engine on every executor
 * before Spark NLP or anything else can open a session, and reports {@code model.texts} and {@code
 * model.nanos} among the executor's metrics. Without it everything works, except ONNX models of
 * others that load before ours.
 */
public final class AssayPlugin implements SparkPlugin {

  @Override
  @SuppressWarnings("NullAway") // null is Spark's word for none
  public DriverPlugin driverPlugin() {
    return null;
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new OnExecutor();
  }

  private static final class OnExecutor implements ExecutorPlugin {

    @Override
    public void init(PluginContext context, Map<String, String> extraConf) {
      OnnxEngine.start();
      context.metricRegistry().register("model.texts", (Gauge<Long>) ExecutorModels::modelTexts);
      context.metricRegistry().register("model.nanos", (Gauge<Long>) ExecutorModels::modelNanos);
    }
  }
}
