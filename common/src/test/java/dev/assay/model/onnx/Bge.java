package dev.assay.model.onnx;

/** The bundled embedder, loaded once for all tests of this JVM. */
public final class Bge {
  public static final OnnxEmbedder EMBEDDER = new OnnxEmbedder(ModelSpec.bgeSmall());

  private Bge() {}
}
