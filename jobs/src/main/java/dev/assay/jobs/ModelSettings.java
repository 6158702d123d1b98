package dev.assay.jobs;

/** placeholder until models land */
final class ModelSettings {
  static String embedderId(dev.assay.config.ModelsConfig c) {
    throw new UnsupportedOperationException();
  }

  static dev.assay.spark.ModelsSource source(dev.assay.config.ModelsConfig c) {
    throw new UnsupportedOperationException();
  }
}
