package dev.assay.reduction;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Sentence vectors with what they are about.
 *
 * @param labels intent, or regulation
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SampleVectors(float[][] vectors, int[] labels) {

  /** 795 queries of Banking77, up to 40 of each of 20 intents. */
  public static SampleVectors committed() {
    try (DataInputStream in =
        new DataInputStream(
            SampleVectors.class.getResourceAsStream("/golden/banking77-sample.bin"))) {
      float[][] vectors = new float[in.readInt()][in.readInt()];
      for (float[] vector : vectors) {
        for (int d = 0; d < vector.length; d++) {
          vector[d] = in.readByte() / 256f;
        }
      }
      int[] labels = new int[vectors.length];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = in.readByte();
      }
      return new SampleVectors(vectors, labels);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What {@code scripts/golden/vectors.py} wrote, from the directory {@code assay.vectors} (a
   * system property or the environment's ASSAY_VECTORS); empty where there is none.
   */
  public static Optional<SampleVectors> full(String name) {
    String directory =
        System.getProperty("assay.vectors", System.getenv().getOrDefault("ASSAY_VECTORS", ""));
    Path file = Path.of(directory, name + ".bin");
    if (directory.isEmpty() || !Files.exists(file)) {
      return Optional.empty();
    }
    try (InputStream raw = Files.newInputStream(file);
        DataInputStream in = new DataInputStream(new BufferedInputStream(raw, 1 << 16))) {
      float[][] vectors = new float[in.readInt()][in.readInt()];
      for (float[] vector : vectors) {
        for (int d = 0; d < vector.length; d++) {
          vector[d] = in.readFloat();
        }
      }
      int[] labels = new int[vectors.length];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = in.readInt();
      }
      return Optional.of(new SampleVectors(vectors, labels));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
