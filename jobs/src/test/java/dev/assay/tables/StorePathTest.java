package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StorePathTest {

  @Test
  void isAbsoluteWhateverTheUserWrote() {
    assertThat(path("target/relative-store"))
        .isEqualTo(Path.of("target/relative-store/runs").toAbsolutePath().toString());
    assertThat(path("/data/store")).isEqualTo("/data/store/runs");
    assertThat(path("s3a://bucket/store")).isEqualTo("s3a://bucket/store/runs");
  }

  private static String path(String given) {
    return new Store(SharedSpark.session(), new StoreConfig(given, "", "assay")).path(Tables.RUNS);
  }
}
