package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryEndTest {
  /** Messages of Spark 3.5, and of YARN and Kubernetes within them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EXECUTOR | Job aborted due to stage failure: Task 0 in stage 3.0 failed 4 times, most"
            + " recent failure: Lost task 0.3 in stage 3.0 (TID 7) (127.0.0.1 executor 3):"
            + " java.lang.OutOfMemoryError: Java heap space",
        "EXECUTOR | Job aborted due to stage failure: … (127.0.0.1 executor 0): ExecutorLostFailure"
            + " (executor 0 exited caused by one of the running tasks) Reason: Command exited with"
            + " code 52",
        "DRIVER | Job aborted due to stage failure: … (localhost executor driver):"
            + " java.lang.OutOfMemoryError: Java heap space",
        "DRIVER | Not enough memory to build and broadcast the table to all worker nodes.",
        "BESIDE | ExecutorLostFailure (executor 2 exited caused by one of the running tasks)"
            + " Reason: Command exited with code 137",
        "BESIDE | Container killed by YARN for exceeding physical memory limits. 2.4 GB of 2 GB"
            + " physical memory used.",
        "BESIDE | The executor with id 1 exited with exit code 137(SIGKILL, possible container"
            + " OOM).",
        "RESULTS | Total size of serialized results of 9 tasks (1030.8 MiB) is bigger than"
            + " spark.driver.maxResultSize (1024.0 MiB)"
      })
  void messagesSayWhoseMemoryItWas(MemoryEnd end, String message) {
    assertThat(MemoryEnd.of(new IllegalStateException(new SparkException(message)))).contains(end);
  }

  /**
   * An executor's error comes to the driver as the cause of what says that it was an executor's.
   */
  @Test
  void theOutermostSaysWhose() {
    Throwable cause = new OutOfMemoryError("Java heap space");
    assertThat(MemoryEnd.of(new IllegalStateException(cause))).contains(MemoryEnd.DRIVER);
    assertThat(
            MemoryEnd.of(
                new SparkException("(h executor 3): java.lang.OutOfMemoryError: heap", cause)))
        .contains(MemoryEnd.EXECUTOR);
    assertThat(MemoryEnd.of(new SparkException("Command exited with code 1"))).isEmpty();
    assertThat(MemoryEnd.of(new SparkException("exit code 523"))).isEmpty();
    for (String beside : List.of("Metaspace", "unable to create native thread: …")) {
      Throwable error = new OutOfMemoryError(beside);
      assertThat(MemoryEnd.of(new SparkException(error.toString(), error))).as(beside).isEmpty();
    }
  }

  /** Twice 2 GiB is 4 GiB. */
  @Test
  void oneLineNamesTheSettingThatGivesMore() {
    assertThat(MemoryEnd.DRIVER.line(2L << 30))
        .isEqualTo(
            "The driver's heap is full (2147 MB). Give it more: ASSAY_DRIVER_MEMORY=4g, or"
                + " --driver-memory 4g after --. Nothing that was stored is lost; the same command"
                + " goes on where it was.");
    String lost = "ExecutorLostFailure (executor 0 …) Reason: Command exited with code 52";
    Optional<String> line = Hindrance.of(new SparkException(lost), false);
    assertThat(line.orElseThrow()).contains("--executor-memory", "--executor-cores");
  }
}
