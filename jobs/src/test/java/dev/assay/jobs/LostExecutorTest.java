package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spark.Kept;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that executors keep for a stage, and one of the executors. */
@Tag("slow")
class LostExecutorTest {
  @TempDir private Path directory;

  @Test
  void whatItKeptIsComputedAgain() throws InterruptedException {
    ChildRun run =
        ChildRun.start(
            directory,
            "local-cluster[2,1,1024]",
            4,
            ChildRun.executors("spark.scheduler.minRegisteredResourcesRatio=1.0"),
            Program.class,
            List.of());
    run.await(line -> line.equals("kept"));
    assertThat(run.killExecutor()).isTrue();
    assertThat(run.join()).as(run.output()).isZero();
    // 0 + 1 + … + 9999
    assertThat(run.output()).contains("sum 49995000");
  }

  /** Keeps rows that came through a shuffle, waits until an executor is gone, and reads them. */
  static final class Program {
    private Program() {}

    public static void main(String[] words) throws InterruptedException {
      try (SparkSession spark = SparkSession.builder().appName("lost").getOrCreate()) {
        CountDownLatch gone = new CountDownLatch(1);
        spark
            .sparkContext()
            .addSparkListener(
                new SparkListener() {
                  @Override
                  public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
                    gone.countDown();
                  }
                });
        Dataset<Row> rows =
            spark.range(0, 10_000, 1, 8).repartition(col("id")).toDF().transform(Kept::cut);
        System.out.println("kept");
        gone.await();
        System.out.println("sum " + rows.agg(sum("id")).head().getLong(0));
      }
    }
  }
}
