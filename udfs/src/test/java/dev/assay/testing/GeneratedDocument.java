package dev.assay.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A document that the code writes about itself. Tests hold the file to what the code says now; with
 * {@code -Dassay.write=true}, as {@code scripts/docs} gives it, they write the file instead.
 */
public final class GeneratedDocument {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));

  private GeneratedDocument() {}

  /**
   * Where {@code document}, a path from the project's root, differs from {@code text}; empty where
   * it does not, and where it was written (system property {@code assay.write}).
   */
  public static Optional<String> stale(String document, String text) {
    Path file = ROOT.resolve(document);
    try {
      if (Boolean.getBoolean("assay.write")) {
        Files.writeString(file, text);
        return Optional.empty();
      }
      String there = Files.exists(file) ? Files.readString(file) : "";
      return there.equals(text)
          ? Optional.empty()
          : Optional.of(difference(document, there.lines().toList(), text.lines().toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String difference(String document, List<String> there, List<String> now) {
    int line = 0;
    while (line < there.size() && line < now.size() && there.get(line).equals(now.get(line))) {
      line++;
    }
    return "%s is not what the code says now: run scripts/docs and commit it. Line %d is%n%s%nshould be%n%s"
        .formatted(document, line + 1, line(there, line), line(now, line));
  }

  private static String line(List<String> lines, int index) {
    return index < lines.size() ? lines.get(index) : "missing";
  }

  /** {@code text} in a cell of a Markdown table. */
  public static String cell(String text) {
    return text.replace("|", "\\|").replaceAll("\\s+", " ").strip();
  }
}
