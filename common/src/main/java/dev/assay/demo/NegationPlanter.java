package dev.assay.demo;

import dev.assay.base.Lines;
import dev.assay.text.Sentences.Sentence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Denies what a sentence says, or affirms what it denies: the first verb of {@code negations.txt}
 * or the first of their denials, whichever comes first in the sentence.
 */
final class NegationPlanter implements Planter {
  private static final Map<String, String> OPPOSITES = new HashMap<>();
  private static final Pattern VERB;

  static {
    List<String> lines = Lines.of(NegationPlanter.class, "negations.txt");
    for (String line : lines) {
      String[] pair = line.split("\t", 2);
      OPPOSITES.put(pair[0], pair[1]);
      OPPOSITES.putIfAbsent(pair[1], pair[0]);
    }
    VERB =
        Pattern.compile(
            OPPOSITES.keySet().stream()
                .sorted(
                    (a, b) -> b.length() != a.length() ? b.length() - a.length() : a.compareTo(b))
                .collect(Collectors.joining("|", "(?<![\\p{L}'-])(?:", ")(?![\\p{L}'-])")));
  }

  @Override
  public Optional<Planting> plant(SystemAnswer answer, List<Sentence> sentences, Draw draw) {
    for (Sentence sentence : sentences) {
      Matcher verb = VERB.matcher(sentence.text());
      if (verb.find()) {
        return Optional.of(
            Planting.at(
                answer.answer(),
                sentence.start() + verb.start(),
                sentence.start() + verb.end(),
                OPPOSITES.get(verb.group())));
      }
    }
    return Optional.empty();
  }
}
