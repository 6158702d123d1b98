package dev.assay.model;

/** The bundled embedder, loaded once for all tests of this JVM. */
final class Bge {
  static final OnnxEmbedder EMBEDDER = new OnnxEmbedder(ModelSpec.bgeSmall());

  private Bge() {}
}
