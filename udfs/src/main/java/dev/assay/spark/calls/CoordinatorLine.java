package dev.assay.spark.calls;

import dev.assay.llm.calls.CallCoordinator;
import dev.assay.llm.calls.UsageReport;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.PluginContext;

/**
 * The line from this JVM to the driver's desk: the plugin's messages, or in local mode the desk
 * itself.
 */
public final class CoordinatorLine {
  private static final String HERE = UUID.randomUUID().toString().substring(0, 8);
  private static volatile Optional<PluginContext> context = Optional.empty();

  private CoordinatorLine() {}

  public static void connect(PluginContext given) {
    context = Optional.of(given);
  }

  /** This executor, as the desk knows it; a restarted one is another. */
  static String holder() {
    return SparkEnv.get().executorId() + "-" + HERE;
  }

  /**
   * Asks the driver.
   *
   * @throws IllegalStateException where there is no way to it, or it failed
   */
  static long[] exchange(UsageReport report) {
    Optional<PluginContext> line = context;
    if (line.isEmpty()) {
      if (SparkEnv.get().executorId().equals("driver")) {
        return CallCoordinator.shared().exchange(report);
      }
      throw new IllegalStateException(
          "No way to the driver's desk: start with spark.plugins=dev.assay.spark.AssayPlugin");
    }
    try {
      Object reply = line.get().ask(report);
      if (reply instanceof long[] grant) {
        return grant;
      }
      throw new IllegalStateException("The driver's desk answers: " + reply);
    } catch (Exception e) { // Spark declares Exception.
      throw new IllegalStateException("The driver's desk cannot be asked: " + e, e);
    }
  }
}
