package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HadoopDefaultsTest {
  @Test
  void onlyWhatNobodySetIsShed() {
    Configuration settings = new Configuration();
    settings.set("mapreduce.fileoutputcommitter.algorithm.version", "1");
    settings.set("yarn.resourcemanager.hostname", "host");
    HadoopDefaults.shed(settings);
    assertThat(settings.get("mapreduce.fileoutputcommitter.algorithm.version")).isEqualTo("1");
    assertThat(settings.get("yarn.resourcemanager.hostname")).isEqualTo("host");
    // Of mapred-default.xml and yarn-default.xml of Hadoop 3.3.4, and of its core-default.xml.
    assertThat(settings.get("mapreduce.job.maps")).isNull();
    assertThat(settings.get("yarn.acl.enable")).isNull();
    assertThat(settings.get("io.file.buffer.size")).isEqualTo("4096");
  }

  /** Tables were read and written meanwhile: nothing brings the defaults back. */
  @Test
  void queriesGetTheRest() {
    Configuration settings = SharedSpark.session().sessionState().newHadoopConf();
    List<String> found = new ArrayList<>();
    settings.forEach(
        setting -> {
          String[] sources = settings.getPropertySources(setting.getKey());
          if (sources != null && sources[0].matches("(mapred|yarn)-default.xml")) {
            found.add(setting.getKey());
          }
        });
    assertThat(found).isEmpty();
    assertThat(settings.get("fs.defaultFS")).isEqualTo("file:///");
  }
}
