package dev.assay.model.onnx;

import ai.djl.engine.Engine;
import dev.assay.model.ModelException;

/**
 * DJL's ONNX Runtime engine of this JVM. It must start before anything else opens an ONNX Runtime
 * session, since the first to ask for the runtime's environment configures it for all.
 */
public final class OnnxEngine {
  /** DJL's name of the engine. */
  static final String NAME = "OnnxRuntime";

  private OnnxEngine() {}

  /** Starts the engine, once per JVM. It never uses the network. */
  public static void start() {
    stayOffline();
    try {
      Engine.getEngine(NAME);
    } catch (RuntimeException | LinkageError e) {
      throw new ModelException(
          "ONNX Runtime does not start on this platform ("
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch")
              + "): "
              + e,
          e);
    }
  }

  /** DJL neither downloads nor reports usage unless the user has set these otherwise. */
  static void stayOffline() {
    System.getProperties().putIfAbsent("ai.djl.offline", "true");
    System.getProperties().putIfAbsent("OPT_OUT_TRACKING", "true");
  }
}
