package dev.assay.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapred.JobConf;

/**
 * Hadoop's settings without the defaults of MapReduce and YARN: two thirds of all, which no query
 * of ours asks for, and which Spark copies for each table that it reads and writes out, each with
 * the compressed name of the file that it came from, for each task.
 */
public final class HadoopDefaults {
  private static final Set<String> FILES = Set.of("mapred-default.xml", "yarn-default.xml");

  private HadoopDefaults() {}

  /** Takes from {@code settings} what only those files say. */
  public static void shed(Configuration settings) {
    // Who brings files of defaults has every setting read anew, and all of them again: before that.
    HdfsConfiguration.init();
    new JobConf(false);
    List<String> shed = new ArrayList<>();
    for (Map.Entry<String, String> setting : settings) {
      String[] sources = settings.getPropertySources(setting.getKey());
      if (sources != null && FILES.containsAll(Arrays.asList(sources))) {
        shed.add(setting.getKey());
      }
    }
    shed.forEach(settings::unset);
  }
}
