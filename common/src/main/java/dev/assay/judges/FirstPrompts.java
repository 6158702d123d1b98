package dev.assay.judges;

import dev.assay.prompts.Prompt;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * The bundled prompts as they were when scores did not tell one text of a bundled prompt from
 * another. What those scores rest on is still right as long as the prompt has that text.
 */
final class FirstPrompts {
  private static final String FILE = "first-prompts.txt";
  private static final Set<String> TEXTS = read();

  private FirstPrompts() {}

  /** What a score's fingerprint says of a bundled prompt: {@code own}, or the hash of its text. */
  static String identity(Prompt bundled) {
    return TEXTS.contains(bundled.name() + " " + bundled.hash()) ? "own" : bundled.hash();
  }

  private static Set<String> read() {
    try (InputStream in = FirstPrompts.class.getResourceAsStream(FILE)) {
      String lines = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new HashSet<>(lines.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " cannot be read", e);
    }
  }
}
