package dev.assay.text;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;

/**
 * Sentence splits of this JVM's recent texts. Evaluators and models ask for the same answers and
 * passages; splitting is a pure function of the text, so remembering it changes no result.
 */
public final class Splits {

  /** Bytes of remembered text in Latin script and of its sentences, about 64 MB in all. */
  private static final long BYTES = 16_000_000;

  private static final Cache<String, Split> REMEMBERED =
      Caffeine.newBuilder()
          .maximumWeight(BYTES)
          .weigher((String text, Split split) -> text.length() + 64 + 56 * split.all().size())
          .executor(Runnable::run) // to wake a thread for it takes longer
          .build();

  private record Split(List<String> all, List<String> scored) {}

  private Splits() {}

  /** The scored sentences of {@code text}; none when it holds blanks and invisible marks only. */
  public static List<String> of(String text) {
    return split(text).scored();
  }

  /** All sentences of {@code text}, short ones too. */
  public static List<String> all(String text) {
    return split(text).all();
  }

  private static Split split(String text) {
    return REMEMBERED.get(
        text,
        t -> {
          List<Sentences.Sentence> all = Sentences.split(t);
          return new Split(
              all.stream().map(Sentences.Sentence::text).toList(), Sentences.scored(t, all));
        });
  }
}
