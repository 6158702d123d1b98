package dev.assay.model.onnx;

import dev.assay.model.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * A model inside a jar. ONNX Runtime reads files, so the model is extracted once per host, into a
 * directory named by its content; whoever comes later, or at the same time, finds it there.
 */
final class CarriedModel {
  private CarriedModel() {}

  /** The directory with the files of the class path model {@code name}. */
  static synchronized Path extract(String name) {
    Resource model = find(name, name + ".onnx");
    Resource tokenizer = find(name, name + "-tokenizer.json");
    try {
      Path directory =
          Files.createDirectories(
              HostCache.directory()
                  .resolve("%s-%08x%08x".formatted(name, model.crc(), tokenizer.crc())));
      model.writeTo(directory.resolve(ModelFiles.MODEL));
      tokenizer.writeTo(directory.resolve(ModelFiles.TOKENIZER));
      return directory;
    } catch (IOException e) {
      throw new ModelException(
          "Cannot extract the model '%s' into '%s': %s. Free space there, or set java.io.tmpdir."
              .formatted(name, System.getProperty("java.io.tmpdir"), e),
          e);
    }
  }

  private static Resource find(String model, String file) {
    try {
      return Resource.of(
          resource(file)
              .orElseThrow(
                  () ->
                      new ModelException(
                          ("The class path carries no model '%s' (no resource %s). Add the jar that"
                                  + " carries it, or give a directory with %s and %s.")
                              .formatted(model, file, ModelFiles.MODEL, ModelFiles.TOKENIZER))));
    } catch (IOException e) {
      throw new ModelException("Cannot read " + file + " from the class path: " + e, e);
    }
  }

  private static Optional<URL> resource(String file) {
    URL own = CarriedModel.class.getClassLoader().getResource(file);
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return Optional.ofNullable(own != null || context == null ? own : context.getResource(file));
  }

  /** A file in a jar, with the checksum and size that the jar's index (or a read) gives. */
  private record Resource(URL url, long crc, long size) {

    static Resource of(URL url) throws IOException {
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false);
      if (connection instanceof JarURLConnection jar) {
        try (var file = jar.getJarFile()) {
          JarEntry entry = jar.getJarEntry();
          return new Resource(url, entry.getCrc(), entry.getSize());
        }
      }
      try (CheckedInputStream in =
          new CheckedInputStream(connection.getInputStream(), new CRC32())) {
        long size = in.transferTo(java.io.OutputStream.nullOutputStream());
        return new Resource(url, in.getChecksum().getValue(), size);
      }
    }

    /** Writes the file unless it is there; what is seen under its name is always whole. */
    void writeTo(Path target) throws IOException {
      if (Files.exists(target) && Files.size(target) == size) {
        return;
      }
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false);
      try (InputStream in = connection.getInputStream()) {
        HostCache.place(in, target);
      }
    }
  }
}
