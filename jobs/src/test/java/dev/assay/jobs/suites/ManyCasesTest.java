package dev.assay.jobs.suites;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.countDistinct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A suite of three hundred thousand records, in the heap of the other tests; {@code
 * -Dassay.records=1000000} asks for a million (or other hundreds of thousands).
 */
@Tag("slow")
class ManyCasesTest {
  private static final int RECORDS = Integer.getInteger("assay.records", 300_000);
  private static final long REJECTED = RECORDS / 100_000 * 2L;
  private static final String WHOLE_STAGE = "spark.sql.codegen.wholeStage";

  @TempDir private Path folder;

  /** Of every hundred thousand one is no JSON and one has no question. */
  @Test
  void areCasesButForThoseThatAreRejectedByLine() throws IOException {
    Path file = folder.resolve("many.jsonl");
    try (Writer out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < RECORDS; i++) {
        out.write(
            switch (i % 100_000) {
              case 17 -> "no json\n";
              case 42 -> "{\"expected_answer\":\"" + i + "\"}\n";
              default ->
                  "{\"question\":\"Question %d?\",\"expected_answer\":\"%d\",\"client\":\"c%d\"}\n"
                      .formatted(i, i, i % 1000);
            });
      }
    }
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + folder.resolve("store"))
            .set("tests.sources=[{ path = \"" + file + "\" }]")
            .load();
    Map<String, Long> counts =
        compiled(() -> Commands.run(SharedSpark.session(), loaded, "tests").values());
    assertThat(counts)
        .containsEntry("test cases", RECORDS - REJECTED)
        .containsEntry("test cases new or changed", RECORDS - REJECTED)
        .containsEntry("records rejected", REJECTED);
    Store store = new Store(SharedSpark.session(), loaded.config().store());
    Row distinct =
        compiled(
            () ->
                store
                    .read(Tables.TEST_CASES)
                    .agg(
                        countDistinct("case_id"),
                        countDistinct(col("attributes").getItem("client")))
                    .head());
    assertThat(distinct.toString()).isEqualTo("[%d,1000]".formatted(RECORDS - REJECTED));
    assertThat(store.read(Tables.REJECTED).where("line % 100000 IN (18, 43)").count())
        .as("lines are counted from 1")
        .isEqualTo(REJECTED);
  }

  /** Generated code, which the other tests run without, is for so many rows. */
  private static <T> T compiled(Supplier<T> work) {
    RuntimeConfig settings = SharedSpark.session().conf();
    String before = settings.get(WHOLE_STAGE);
    settings.set(WHOLE_STAGE, true);
    try {
      return work.get();
    } finally {
      settings.set(WHOLE_STAGE, before);
    }
  }
}
