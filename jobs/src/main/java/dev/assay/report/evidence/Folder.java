package dev.assay.report.evidence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The files of a pack. */
record Folder(Path root) {
  static final String INDEX = "evidence.json";
  private static final String TEMPLATES = "templates/";

  static String template(String document) {
    return TEMPLATES + document;
  }

  static String query(String id) {
    return "queries/" + id + ".sql";
  }

  static String config(String hash) {
    return "config/" + hash + ".conf";
  }

  static String own(String name) {
    return "own/" + name + ".md";
  }

  /** The text of a file in UTF-8; empty where there is none. */
  Optional<String> read(String name) {
    try {
      return Optional.of(Files.readString(root.resolve(name), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read '" + root.resolve(name) + "'", e);
    }
  }

  void write(String name, String text) {
    Path file = root.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write '" + file + "'", e);
    }
  }
}
