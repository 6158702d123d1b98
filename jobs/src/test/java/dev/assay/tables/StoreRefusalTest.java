package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreRefusalTest {

  @Test
  void refusesToWriteTablesOfANewerSchemaVersion(@TempDir Path directory) {
    Store maker = store(directory);
    maker.append(Tables.REJECTED, maker.read(Tables.REJECTED));
    version(maker, "999");
    Store store = store(directory);
    assertThat(store.read(Tables.REJECTED).count()).isZero();
    assertThatThrownBy(() -> store.append(Tables.REJECTED, store.read(Tables.REJECTED)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(
            "has schema version 999, this Assay writes version " + Tables.REJECTED.version())
        .hasMessageContaining("use that Assay, or another store.path");
  }

  @Test
  void refusesTablesThatAreNotAssays(@TempDir Path directory) {
    Store maker = store(directory);
    maker.append(Tables.REJECTED, maker.read(Tables.REJECTED));
    version(maker, "four");
    assertThatThrownBy(() -> store(directory).read(Tables.REJECTED))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has schema version four, which Assay never gives")
        .hasMessageContaining("Use another store.path");
  }

  /** A file in the way stands for every place where nothing can be written; root may write all. */
  @Test
  void saysWhatToDoWhereNothingCanBeWritten(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "in the way");
    Store store = store(file.resolve("store"));
    assertThatThrownBy(() -> store.append(Tables.REJECTED, store.read(Tables.REJECTED)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("Cannot create table 'rejected' in " + file)
        .hasMessageContaining("that you may write there");
  }

  private static void version(Store store, String text) {
    SharedSpark.session()
        .sql(
            "ALTER TABLE %s SET TBLPROPERTIES ('assay.schema.version' = '%s')"
                .formatted(store.sqlName(Tables.REJECTED), text));
  }

  private static Store store(Path directory) {
    return new Store(
        SharedSpark.session(),
        ConfigLoader.defaults().set("store.path=" + directory).load().config().store());
  }
}
