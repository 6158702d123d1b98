package dev.assay.training;

import dev.assay.base.Hashes;
import dev.assay.base.Lines;
import dev.assay.base.Seeds;
import dev.assay.mentions.Mention;
import dev.assay.mentions.MentionPool;
import dev.assay.mentions.Mentions;
import dev.assay.support.Cues;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sentences of documents, as they are or cut shorter, and the same with one fault: another number,
 * two parties exchanged, a word's opposite, a negation put in or taken out, or a sentence from
 * another document. The context is the sentence with its neighbours.
 */
final class Corruptions {
  private static final String SOURCE = "regulations";
  private static final int NEIGHBOURS = 3;
  private static final int SHORTEST = 50;
  private static final int LONGEST = 320;
  private static final Pattern BRACKETS = Pattern.compile(" ?\\([^()]{0,80}\\)");
  private static final Pattern AUXILIARY =
      Pattern.compile(
          "\\b(may|must|shall|should|will|can|is|are|was|were|does|do|has|have)( not)?\\b");
  private static final Pattern WORD = Pattern.compile("\\p{L}+(?:-\\p{L}+)*");
  private static final Set<String> PARTIES = Set.copyOf(Lines.of(Corruptions.class, "parties.txt"));
  private static final List<String> FAULTS =
      List.of("number", "role", "antonym", "negation", "foreign");

  private final long seed;
  private final List<String[]> documents;
  private final MentionPool pool;

  /**
   * @param documents id and text
   */
  Corruptions(List<String[]> documents, long seed) {
    this.documents = documents;
    this.seed = seed;
    this.pool = MentionPool.of(documents.stream().map(document -> document[1]).toList());
  }

  /**
   * About one sentence in {@code oneIn}, each with a faithful and a faulty version; the part of a
   * pair is named by its fault. Half of the sentences with a number get another one.
   */
  List<LabelledText> pairs(int oneIn) {
    List<LabelledText> pairs = new ArrayList<>();
    for (int d = 0; d < documents.size(); d++) {
      String text = documents.get(d)[1];
      List<Sentences.Sentence> sentences = Sentences.split(text);
      for (int s = 0; s < sentences.size(); s++) {
        String id = documents.get(d)[0] + "/" + s;
        String sentence = sentences.get(s).text();
        if (sentence.length() < SHORTEST
            || sentence.length() > LONGEST
            || Seeds.uniform(seed, "support-sentence", id) * oneIn >= 1) {
          continue;
        }
        String base = Seeds.uniform(seed, "support-cut", id) < 0.5 ? sentence : shorter(sentence);
        int from = sentences.get(Math.max(0, s - NEIGHBOURS)).start();
        int to = sentences.get(Math.min(sentences.size() - 1, s + NEIGHBOURS)).end();
        String context = text.substring(from, to);
        faulty(base, id, d)
            .ifPresent(
                fault -> {
                  String part = SOURCE + " " + fault[0];
                  String group = Hashes.sha256(context);
                  pairs.add(new LabelledText(SOURCE, part, group, List.of(context), base, true));
                  pairs.add(
                      new LabelledText(SOURCE, part, group, List.of(context), fault[1], false));
                });
      }
    }
    return pairs;
  }

  /** The first fault, from a random one on, that the sentence can have: its name and the text. */
  private Optional<String[]> faulty(String sentence, String id, int document) {
    if (Seeds.uniform(seed, "support-prefer", id) < 0.5) {
      Optional<String> number = number(sentence, id);
      if (number.isPresent()) {
        return Optional.of(new String[] {"number", number.get()});
      }
    }
    int first = pick(FAULTS.size(), "support-fault", id);
    for (int i = 0; i < FAULTS.size(); i++) {
      String fault = FAULTS.get((first + i) % FAULTS.size());
      Optional<String> text =
          switch (fault) {
            case "number" -> number(sentence, id);
            case "role" -> role(sentence);
            case "antonym" -> antonym(sentence);
            case "negation" -> negation(sentence);
            default -> foreign(document, id);
          };
      if (text.isPresent()) {
        return Optional.of(new String[] {fault, text.get()});
      }
    }
    return Optional.empty();
  }

  private Optional<String> number(String sentence, String id) {
    for (Mention mention : Mentions.find(sentence)) {
      if (mention.kind().numeric()) {
        List<String> others = pool.alternatives(mention);
        if (!others.isEmpty()) {
          String other = others.get(pick(Math.min(5, others.size()), "support-number", id));
          return Optional.of(replaced(sentence, mention.start(), mention.end(), other));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> role(String sentence) {
    Matcher m = WORD.matcher(sentence);
    int start = -1;
    int end = -1;
    while (m.find()) {
      if (!PARTIES.contains(m.group())) {
        continue;
      }
      if (start < 0) {
        start = m.start();
        end = m.end();
      } else if (!sentence.substring(start, end).equals(m.group())) {
        return Optional.of(
            sentence.substring(0, start)
                + m.group()
                + sentence.substring(end, m.start())
                + sentence.substring(start, end)
                + sentence.substring(m.end()));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> antonym(String sentence) {
    Matcher m = WORD.matcher(sentence);
    while (m.find()) {
      Optional<String> opposite = Cues.opposites(m.group()).stream().sorted().findFirst();
      if (opposite.isPresent()) {
        return Optional.of(replaced(sentence, m.start(), m.end(), opposite.get()));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> negation(String sentence) {
    Matcher m = AUXILIARY.matcher(sentence);
    if (!m.find()) {
      return Optional.empty();
    }
    String turned = m.group(2) == null ? m.group(1) + " not" : m.group(1);
    return Optional.of(replaced(sentence, m.start(), m.end(), turned));
  }

  private Optional<String> foreign(int document, String id) {
    int other =
        (document + 1 + pick(documents.size() - 1, "support-foreign", id)) % documents.size();
    return Sentences.split(documents.get(other)[1]).stream()
        .map(Sentences.Sentence::text)
        .filter(text -> text.length() >= SHORTEST && text.length() <= LONGEST)
        .min(java.util.Comparator.comparing(text -> Hashes.sha256(id, text)));
  }

  /** Without brackets, and without what follows the last comma or semicolon of a long rest. */
  private static String shorter(String sentence) {
    String bare = BRACKETS.matcher(sentence).replaceAll("");
    int cut = Math.max(bare.lastIndexOf(','), bare.lastIndexOf(';'));
    return cut >= SHORTEST ? bare.substring(0, cut) + "." : bare;
  }

  private static String replaced(String text, int start, int end, String by) {
    return text.substring(0, start) + by + text.substring(end);
  }

  private int pick(int of, String purpose, String id) {
    return (int) (Seeds.uniform(seed, purpose, id) * of);
  }
}
