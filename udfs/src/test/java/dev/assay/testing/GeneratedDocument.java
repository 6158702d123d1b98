package dev.assay.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A document that the code writes about itself. Tests hold the file to what the code says now; with
 * {@code -Dassay.write=true}, as {@code scripts/docs} gives it, they write the file instead.
 */
public final class GeneratedDocument {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));

  private GeneratedDocument() {}

  /** Holds {@code document}, a path from the project's root, to {@code text}, or writes it. */
  public static void check(String document, String text) {
    Path file = ROOT.resolve(document);
    try {
      if (Boolean.getBoolean("assay.write")) {
        Files.writeString(file, text);
        return;
      }
      assertThat(Files.exists(file) ? Files.readString(file) : "")
          .as("%s is not what the code says now: run scripts/docs and commit it", document)
          .isEqualTo(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code text} in a cell of a Markdown table. */
  public static String cell(String text) {
    return text.replace("|", "\\|").replaceAll("\\s+", " ").strip();
  }
}
