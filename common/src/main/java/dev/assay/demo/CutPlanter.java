package dev.assay.demo;

import dev.assay.mentions.Kind;
import dev.assay.mentions.Mention;
import dev.assay.mentions.Mentions;
import dev.assay.text.Sentences.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Breaks the answer off inside its first sentence: before the sentence's first value, or after two
 * fifths of its words when that comes earlier or it has none. At least two words stay.
 */
final class CutPlanter implements Planter {
  private static final double KEPT = 0.4;

  @Override
  public Optional<Planting> plant(SystemAnswer answer, List<Sentence> sentences, Draw draw) {
    Optional<Sentence> first = sentences.stream().min(Comparator.comparingInt(Sentence::start));
    if (first.isEmpty()) {
      return Optional.empty();
    }
    String text = first.get().text();
    String[] words = text.split(" ", -1);
    int value =
        Mentions.find(text).stream()
            .filter(mention -> mention.kind() != Kind.REFERENCE && mention.kind() != Kind.NAME)
            .mapToInt(Mention::start)
            .findFirst()
            .orElse(text.length());
    int end = 0;
    int kept = 0;
    for (String word : words) {
      int next = end + word.length() + (kept == 0 ? 0 : 1);
      if (kept >= 2 && (next > value || kept + 1 > KEPT * words.length)) {
        break;
      }
      end = next;
      kept++;
    }
    if (kept == words.length) {
      return Optional.empty();
    }
    int cut = first.get().start() + end;
    return Optional.of(Planting.at(answer.answer(), cut, answer.answer().length(), ""));
  }
}
