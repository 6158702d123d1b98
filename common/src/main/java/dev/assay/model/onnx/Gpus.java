package dev.assay.model.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtProvider;
import ai.onnxruntime.OrtSession;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Whether ONNX Runtime can use the GPUs of this machine, asked once for each. */
public final class Gpus {
  private static final ConcurrentMap<Integer, Optional<String>> WHY_NOT = new ConcurrentHashMap<>();

  private Gpus() {}

  /** Why the GPU of this number cannot be used; empty where it can. */
  public static Optional<String> whyNot(int number) {
    return WHY_NOT.computeIfAbsent(number, Gpus::tried);
  }

  private static Optional<String> tried(int number) {
    OnnxEngine.start();
    if (!OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA)) {
      return Optional.of("this ONNX Runtime is built without CUDA, mvn -Pgpu brings one with it");
    }
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.addCUDA(number);
      return Optional.empty();
    } catch (OrtException | RuntimeException | LinkageError e) {
      return Optional.of("CUDA does not start: " + e.getMessage());
    }
  }
}
