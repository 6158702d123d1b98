package dev.assay.evaluators.shared;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.text.Sentences;
import java.util.List;

/**
 * Sentence splits of this JVM's recent texts. Every evaluator asks for the same answers and
 * passages; splitting is a pure function of the text, so remembering it changes no result.
 */
public final class Splits {

  /** Characters of remembered text, about 64 MB with the sentences. */
  private static final long CHARACTERS = 16_000_000;

  private static final Cache<String, List<String>> REMEMBERED =
      Caffeine.newBuilder()
          .maximumWeight(CHARACTERS)
          .weigher((String text, List<String> sentences) -> text.length() + 64)
          .build();

  private Splits() {}

  /** The scored sentences of {@code text}; none when it holds blanks and invisible marks only. */
  public static List<String> of(String text) {
    return REMEMBERED.get(text, t -> List.copyOf(Sentences.scored(t)));
  }
}
