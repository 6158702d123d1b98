package dev.assay.spark.models;

import dev.assay.model.onnx.ModelSpec;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;

/** Where a model runs: on the GPU that Spark gave the task, if it gave one. */
final class Devices {
  private Devices() {}

  /** {@code spec} with {@code auto} decided for the running task. */
  static ModelSpec here(ModelSpec spec) {
    return spec.device().equals(ModelSpec.AUTO) ? spec.withDevice(ofTask()) : spec;
  }

  private static String ofTask() {
    TaskContext task = TaskContext.get();
    ResourceInformation gpu = task == null ? null : task.resourcesJMap().get("gpu");
    return gpu == null || gpu.addresses().length == 0 ? "cpu" : "gpu:" + gpu.addresses()[0];
  }
}
