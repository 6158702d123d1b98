package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where models run on real workers whose GPUs a script makes up: two tasks at a time, with a GPU
 * each. This ONNX Runtime is built without CUDA.
 */
@Tag("slow")
class GpuTest {
  @TempDir private Path directory;

  @Test
  void eachTaskTakesTheAddressThatSparkGaveIt() throws Exception {
    Path script =
        Files.writeString(
            directory.resolve("gpus.sh"),
            "#!/bin/sh\necho '{\"name\": \"gpu\", \"addresses\": [\"3\", \"7\"]}'\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    ChildRun run =
        ChildRun.start(
            directory,
            "local-cluster[1,2,1024]",
            2,
            ChildRun.executors(
                "spark.executor.cores=2",
                "spark.worker.resource.gpu.amount=2",
                "spark.worker.resource.gpu.discoveryScript=" + script,
                "spark.executor.resource.gpu.amount=2",
                "spark.task.resource.gpu.amount=1"),
            Program.class,
            List.of());
    assertThat(run.join()).as(run.output()).isZero();
    assertThat(run.output())
        .contains("cuda on [gpu:3, gpu:7]", "auto on [cpu]", "cpu on [cpu]")
        .contains("driver: models.device = cuda, and Spark gave this task no GPU");
  }

  /** Asks in twelve tasks, two at a time, where the models run. */
  static final class Program {
    private Program() {}

    public static void main(String[] words) {
      try (SparkSession spark = SparkSession.builder().appName("gpus").getOrCreate()) {
        JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
        for (String device : List.of("cuda", "auto", "cpu")) {
          ExecutorModels models = models(device);
          List<Integer> tasks = new ArrayList<>();
          while (tasks.size() < 12) {
            tasks.add(tasks.size());
          }
          List<String> devices =
              context.parallelize(tasks, 12).mapPartitions(task -> where(models)).collect();
          System.out.println(device + " on " + new TreeSet<>(devices));
        }
        try {
          models("cuda").device();
        } catch (RuntimeException e) {
          System.out.println("driver: " + e.getMessage());
        }
      }
    }

    /** Long enough that both GPUs are taken. */
    private static Iterator<String> where(ExecutorModels models) throws InterruptedException {
      String device = models.device();
      Thread.sleep(100);
      return List.of(device).iterator();
    }

    private static ExecutorModels models(String device) {
      return new ExecutorModels(ModelSpec.bgeSmall().withDevice(device), 10);
    }
  }
}
