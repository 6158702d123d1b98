package dev.assay.jobs.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitingLabelsTest {
  private static final String KEY =
      "{\"case_id\":\"%s\",\"system\":\"s\",\"repeat\":0,\"dimension\":\"%s\"";

  @TempDir private Path directory;

  /** A queue of four: one was labelled when it was made, one since, one in another dimension. */
  @Test
  void anEntryWaitsUntilItsOwnDimensionIsLabelled() {
    Store store =
        new Store(
            SharedSpark.session(),
            ConfigLoader.defaults().set("store.path=" + directory).load().config().store());
    assertThat(WaitingLabels.of(store)).hasToString("waiting for a label: 0 of 0");
    JsonRows.append(
        store,
        Tables.REVIEW_QUEUE,
        List.of(
            entry("a", ",\"labelled_at\":\"2026-01-01T00:00:00Z\""),
            entry("b", ""),
            entry("c", ""),
            entry("d", "")));
    JsonRows.append(store, Tables.LABELS, List.of(label("b", "correct"), label("c", "tone")));
    assertThat(WaitingLabels.of(store)).hasToString("waiting for a label: 2 of 4");
  }

  private static String entry(String id, String more) {
    return KEY.formatted(id, "correct") + ",\"priority\":1,\"why\":\"w\"" + more + "}";
  }

  private static String label(String id, String dimension) {
    return KEY.formatted(id, dimension)
        + ",\"label_id\":\"%s\",\"label\":\"1\",\"annotator\":\"a\",\"labelled_at\":\"2026-01-01T00:00:00Z\",\"split\":\"train\"}"
            .formatted(id);
  }
}
