package dev.assay.jobs.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The bundled knowledge base of a fictional bank. */
final class DemoCorpus {
  /** The path that names it in the configuration. */
  static final String PATH = "bundled:demo";

  private static final String FOLDER = "/demo/corpus/";
  private static final String INDEX = "/demo/corpus.index";

  private DemoCorpus() {}

  /** File names, sorted. A jar cannot be listed, so a resource lists them. */
  static List<String> names() {
    return new String(bytes(INDEX), StandardCharsets.UTF_8).lines().toList();
  }

  /** One file's content. */
  static byte[] content(String name) {
    return bytes(FOLDER + name);
  }

  private static byte[] bytes(String resource) {
    try (InputStream in = DemoCorpus.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + resource, e);
    }
  }
}
