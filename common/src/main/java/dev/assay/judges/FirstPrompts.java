package dev.assay.judges;

import dev.assay.base.Lines;
import dev.assay.prompts.Prompt;
import java.util.Set;

/**
 * The bundled prompts as they were when scores did not tell one text of a bundled prompt from
 * another, with or without the paragraph that shows what was said before the question. What those
 * scores rest on is still right as long as the prompt has that text.
 */
final class FirstPrompts {
  private static final Set<String> TEXTS =
      Set.copyOf(Lines.of(FirstPrompts.class, "first-prompts.txt"));

  private FirstPrompts() {}

  /** What a score's fingerprint says of a bundled prompt: {@code own}, or the hash of its text. */
  static String identity(Prompt bundled) {
    return TEXTS.contains(bundled.name() + " " + bundled.hash()) ? "own" : bundled.hash();
  }
}
