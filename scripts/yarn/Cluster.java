import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/**
 * Hadoop's own YARN on this machine: a resource manager and a node manager that starts containers
 * as processes. Writes yarn-site.xml into the folder given first, and runs until it is killed.
 */
public final class Cluster {
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Configuration settings = new YarnConfiguration();
    settings.set("yarn.minicluster.yarn.nodemanager.resource.memory-mb", "8192");
    settings.set("yarn.nodemanager.resource.cpu-vcores", "4");
    settings.set("yarn.scheduler.minimum-allocation-mb", "256");
    settings.set("yarn.scheduler.maximum-allocation-mb", "4096");
    settings.set("yarn.nodemanager.vmem-check-enabled", "false");
    settings.set("yarn.nodemanager.pmem-check-enabled", "true");
    settings.set("yarn.minicluster.control-resource-monitoring", "true");
    settings.set(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
    settings.set("yarn.nodemanager.delete.debug-delay-sec", "3600");
    settings.set("yarn.scheduler.capacity.root.queues", "default");
    settings.set("yarn.scheduler.capacity.root.default.capacity", "100");
    settings.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
    MiniYARNCluster cluster = new MiniYARNCluster("assay", 1, 1, 1);
    cluster.init(settings);
    cluster.start();
    if (!cluster.waitForNodeManagersToConnect(120_000)) {
      throw new IllegalStateException("the node manager has not come up");
    }
    Configuration made = cluster.getConfig();
    // What clients and drivers need; the address of the resource manager is known only now.
    Configuration site = new Configuration(false);
    for (String name :
        new String[] {
          "yarn.resourcemanager.address",
          "yarn.resourcemanager.scheduler.address",
          "yarn.resourcemanager.resource-tracker.address",
          "yarn.resourcemanager.webapp.address"
        }) {
      site.set(name, made.get(name));
    }
    Path written = folder.resolve("yarn-site.xml.part");
    try (OutputStream out = new FileOutputStream(written.toFile())) {
      site.writeXml(out);
    }
    Files.move(written, folder.resolve("yarn-site.xml"));
    Thread.currentThread().join();
  }
}
