package dev.assay.jobs.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spark.SharedSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.collection.JavaConverters;

/** What tasks that call read their calls from. */
class CallFilesTest {
  private static final Dataset<Row> CALLS =
      SharedSpark.session()
          .range(50)
          .selectExpr(
              "sha2(cast(id AS string), 256) AS call_hash",
              "'judge' AS purpose",
              "'e' AS endpoint",
              "concat('prompt ', id) AS prompt",
              "0 AS sample");

  @TempDir private Path directory;

  @Test
  void noExecutorTakesCallsAlongWhenItIsLost() throws Exception {
    String work = Files.createDirectory(directory.resolve("work [1]")).toString();

    int cores = SharedSpark.session().sparkContext().defaultParallelism();
    Dataset<Row> read = CallFiles.parted(CALLS, cores, true, work);

    assertThat(fetchesFromExecutors(read.rdd())).isFalse();
    assertThat(read.rdd().getNumPartitions()).isEqualTo(cores);
    assertThat(rows(read)).isEqualTo(rows(CALLS));
    assertThat(read.schema().fieldNames()).isEqualTo(CALLS.schema().fieldNames());
  }

  @Test
  void inOneProcessNothingIsWritten() throws Exception {
    Dataset<Row> read = CallFiles.parted(CALLS, 4, false, directory.toString());

    assertThat(fetchesFromExecutors(read.rdd())).isTrue();
    assertThat(rows(read)).isEqualTo(rows(CALLS));
    try (var files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  private static List<String> rows(Dataset<Row> calls) {
    return calls.collectAsList().stream().map(Row::toString).sorted().toList();
  }

  private static boolean fetchesFromExecutors(RDD<?> rows) {
    return JavaConverters.seqAsJavaList(rows.dependencies()).stream()
        .anyMatch(
            parent -> parent instanceof ShuffleDependency || fetchesFromExecutors(parent.rdd()));
  }
}
