package dev.assay.model.onnx;

import dev.assay.model.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/**
 * A model's files on this host.
 *
 * @param name last part of the source, for people
 * @param directory holds {@code model.onnx} and {@code tokenizer.json}
 * @param revision first 12 hex digits of the SHA-256 of model, tokenizer, configuration and weights
 *     that stand apart: enters fingerprints
 */
public record ModelFiles(String name, Path directory, String revision) {

  /** File name of the network. */
  public static final String MODEL = "model.onnx";

  /** File name of the tokenizer. */
  public static final String TOKENIZER = "tokenizer.json";

  /**
   * Files that may stand beside them: labels, weights that are too large for the network, ranges.
   */
  public static final List<String> OPTIONAL =
      List.of("config.json", "model.onnx_data", "model.onnx.data", Int8Ranges.FILE);

  private static final ConcurrentMap<Path, String> REVISIONS = new ConcurrentHashMap<>();

  /** The network. */
  public Path model() {
    return directory.resolve(MODEL);
  }

  /** The tokenizer. */
  public Path tokenizer() {
    return directory.resolve(TOKENIZER);
  }

  /**
   * Finds the files of {@code source}: extracts a class path model once per host, checks a
   * directory. Throws {@link ModelException} that names what is missing.
   */
  public static ModelFiles of(String source) {
    if (source.startsWith(ModelSpec.BUNDLED)) {
      String name = source.substring(ModelSpec.BUNDLED.length());
      return in(CarriedModel.extract(name), name);
    }
    Path directory = Path.of(source).toAbsolutePath().normalize();
    return in(
        directory, directory.getFileName() == null ? "/" : directory.getFileName().toString());
  }

  /** The files in {@code directory}, under the name {@code name}. */
  public static ModelFiles in(Path directory, String name) {
    for (String file : new String[] {MODEL, TOKENIZER}) {
      if (!Files.isReadable(directory.resolve(file))) {
        throw new ModelException(
            "The model directory '%s' has no readable %s. It must hold %s and %s."
                .formatted(directory, file, MODEL, TOKENIZER));
      }
    }
    return new ModelFiles(
        name, directory, REVISIONS.computeIfAbsent(directory, ModelFiles::revisionOf));
  }

  private static String revisionOf(Path directory) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      add(directory.resolve(MODEL), digest);
      add(directory.resolve(TOKENIZER), digest);
      for (Path file : others(directory)) {
        digest.update(("\0" + file.getFileName() + "\0").getBytes(StandardCharsets.UTF_8));
        add(file, digest);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 6);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java platform has SHA-256", e);
    }
  }

  /** What else decides what the network says: its configuration, and weights that stand apart. */
  private static List<Path> others(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> decides(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  private static boolean decides(String name) {
    return OPTIONAL.contains(name)
        || name.startsWith(MODEL) && !name.equals(MODEL)
        || name.endsWith(".data")
        || name.endsWith(".bin");
  }

  /** SHA-256 of a file, as 64 hex digits. */
  static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      add(file, digest);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java platform has SHA-256", e);
    }
  }

  private static void add(Path file, MessageDigest digest) throws IOException {
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
