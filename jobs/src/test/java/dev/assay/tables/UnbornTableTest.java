package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnbornTableTest {
  private static final SparkSession SPARK = SharedSpark.session();

  /** As a kill or a full disk leaves it: Delta's first commit was written aside, not renamed. */
  @Test
  void aTableWhoseMakingWasCutOffIsMadeByTheNextCommand(@TempDir Path directory) throws Exception {
    Store store =
        new Store(SPARK, new StoreConfig(directory.resolve("store").toString(), "", "assay"));
    Path log = Path.of(store.path(Tables.CONFIGURATIONS)).resolve("_delta_log");
    Files.createDirectories(log);
    Files.writeString(log.resolve(".00000000000000000000.json.6008abaf.tmp"), "{\"commitInfo\":");
    store.append(
        Tables.CONFIGURATIONS,
        SPARK.createDataFrame(
            List.of(
                NamedRow.of(Tables.CONFIGURATIONS)
                    .set("config_hash", "c")
                    .set("config", "{}")
                    .set("first_at", Timestamp.from(Instant.EPOCH))
                    .build()),
            Tables.CONFIGURATIONS.schema()));
    assertThat(store.read(Tables.CONFIGURATIONS).count()).isEqualTo(1);
    assertThat(log.resolve("00000000000000000000.json")).exists();
  }
}
