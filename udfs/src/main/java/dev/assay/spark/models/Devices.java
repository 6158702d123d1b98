package dev.assay.spark.models;

import dev.assay.core.Slot;
import dev.assay.model.ModelException;
import dev.assay.model.onnx.Gpus;
import dev.assay.model.onnx.ModelSpec;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a model runs: on the GPU that Spark gave the task, if it gave one that can be used. */
final class Devices {
  private static final Logger LOG = LoggerFactory.getLogger(Devices.class);
  private static final String CPU = "cpu";
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private Devices() {}

  /** {@code spec}, an embedder's, with its device decided for the running task. */
  static ModelSpec here(ModelSpec spec) {
    return spec.withDevice(here(Slot.EMBEDDER, spec.device()));
  }

  /**
   * {@code auto} and {@code cuda} decided for the running task; others as they are.
   *
   * @throws ModelException for {@code cuda} in a task that has no GPU
   */
  static String here(Slot slot, String device) {
    return switch (device) {
      case ModelSpec.CUDA -> "gpu:" + ofTask().orElseThrow(() -> none(slot));
      case ModelSpec.AUTO -> ofTask().map(Devices::usable).orElse(CPU);
      default -> device;
    };
  }

  private static String usable(String address) {
    Optional<String> reason = Gpus.whyNot(Integer.parseInt(address));
    if (reason.isPresent() && TOLD.add(address)) {
      LOG.warn(
          "GPU {}, which Spark gave a task, cannot be used: {}. Models run on the CPU;"
              + " models.device = cpu says nothing of it, cuda fails instead",
          address,
          reason.get());
    }
    return reason.isPresent() ? CPU : "gpu:" + address;
  }

  private static ModelException none(Slot slot) {
    return new ModelException(
        ("models.%1$s.device or models.device = cuda, and Spark gave this task no GPU. Ask for one"
                + " with --conf spark.task.resource.gpu.amount=1 after -- (conf/gpu.conf), or set"
                + " models.%1$s.device = auto")
            .formatted(slot.key()));
  }

  private static Optional<String> ofTask() {
    TaskContext task = TaskContext.get();
    ResourceInformation gpu = task == null ? null : task.resourcesJMap().get("gpu");
    if (gpu == null || gpu.addresses().length == 0) {
      return Optional.empty();
    }
    String address = gpu.addresses()[0];
    if (!address.matches("\\d{1,4}")) {
      throw new ModelException(
          "Spark's discovery script calls a GPU '"
              + address
              + "'. Allowed: its number, as nvidia-smi --query-gpu=index prints it");
    }
    return Optional.of(address);
  }
}
