package dev.assay.report;

import dev.assay.llm.Conversation;
import dev.assay.report.Findings.SentenceScore;
import dev.assay.report.Findings.WorstCase;
import dev.assay.report.alignment.Piece;
import dev.assay.report.alignment.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Worst cases as shown: whole texts up to a limit, the sentence that made them so marked. */
final class CaseView {
  /** Characters shown of one text, and of all contexts of a case together. */
  static final int MOST_CHARACTERS = 20_000;

  /**
   * One case. The answer is {@code before}, {@code marked}, {@code after}; {@code marked} is empty
   * where the lowest sentence does not occur in the answer. {@code tone} is holds where the value
   * passes, {@code repeat} empty for the first answer to a question.
   */
  record Shown(
      String anchor,
      String caseId,
      String system,
      String value,
      String tone,
      String repeat,
      String topic,
      List<Turn> turns,
      String question,
      Excerpt expected,
      String before,
      String marked,
      String after,
      String cut,
      boolean answered,
      List<Passage> contexts,
      int contextsLeft,
      Optional<Lowest> lowest,
      List<Lowest> sentences,
      Map<String, String> attributes,
      List<String> labels) {}

  /** Who said what before the question. */
  record Turn(String role, String text) {}

  /** A context, with the answer's sentences that it supports. */
  record Passage(List<Stretch> stretches, String note) {}

  /** A sentence and its score, beside its best match: numbers that one of them lacks differ. */
  record Lowest(
      String where,
      String sentence,
      String score,
      String match,
      String flags,
      boolean worst,
      List<Piece> pieces,
      List<Piece> matched) {}

  private CaseView() {}

  /** The element id of a case; repeats of a question share the first one's. */
  static String anchor(String caseId, int system) {
    return "case-" + caseId.replaceAll("[^A-Za-z0-9]", "") + "-" + system;
  }

  /** The element id of a worst case. */
  static String anchor(WorstCase worst, int system) {
    return anchor(worst.caseId(), system) + (worst.repeat() == 0 ? "" : "-" + worst.repeat());
  }

  /**
   * A worst case as shown.
   *
   * @param passes whether its value reaches the metric's threshold
   */
  static Shown of(WorstCase worst, int system, boolean passes) {
    Optional<SentenceScore> lowest = lowest(worst.sentences());
    Excerpt answer = Excerpt.of(worst.answer(), MOST_CHARACTERS);
    String sentence =
        lowest.filter(s -> "answer".equals(s.side())).map(SentenceScore::sentence).orElse("");
    int at = sentence.isEmpty() ? -1 : answer.text().indexOf(sentence);
    String before = at < 0 ? answer.text() : answer.text().substring(0, at);
    String after = at < 0 ? "" : answer.text().substring(at + sentence.length());
    List<Excerpt> contexts = contexts(worst.contexts());
    List<Stretch.Link> links =
        worst.sentences().stream()
            .filter(s -> "answer".equals(s.side()))
            .map(s -> new Stretch.Link(place(s) + " (" + Numbers.plain(s.score()) + ")", s.match()))
            .toList();
    return new Shown(
        anchor(worst, system),
        worst.caseId(),
        worst.system(),
        Numbers.plain(worst.value()),
        passes ? "holds" : "fails",
        worst.repeat() == 0 ? "" : "repeat " + worst.repeat(),
        worst.topic(),
        turns(worst.before()),
        Excerpt.of(worst.question(), MOST_CHARACTERS).text(),
        Excerpt.of(worst.expected(), MOST_CHARACTERS),
        before,
        at < 0 ? "" : sentence,
        after,
        answer.note(),
        !worst.answer().isBlank(),
        contexts.stream().map(c -> new Passage(Stretch.of(c.text(), links), c.note())).toList(),
        worst.contexts().size() - contexts.size(),
        lowest.map(s -> shown(s, true)),
        worst.sentences().stream().map(s -> shown(s, lowest.get().equals(s))).toList(),
        worst.attributes(),
        worst.labels());
  }

  private static List<Turn> turns(Conversation before) {
    return before.turns().stream()
        .map(turn -> new Turn(turn.role(), Excerpt.of(turn.text(), MOST_CHARACTERS).text()))
        .toList();
  }

  /** The lowest sentence, of the answer where the metric looks at answers. */
  private static Optional<SentenceScore> lowest(List<SentenceScore> sentences) {
    Comparator<SentenceScore> byScore =
        Comparator.comparingDouble(SentenceScore::score).thenComparingInt(SentenceScore::index);
    return sentences.stream()
        .filter(s -> "answer".equals(s.side()))
        .min(byScore)
        .or(() -> sentences.stream().min(byScore));
  }

  private static Lowest shown(SentenceScore s, boolean worst) {
    String sentence = Excerpt.of(s.sentence(), 2000).text();
    String match = Excerpt.of(s.match(), 2000).text();
    return new Lowest(
        s.side() + " " + place(s),
        sentence,
        Numbers.plain(s.score()),
        match,
        String.join(", ", s.flags()),
        worst,
        Piece.of(sentence, match),
        Piece.of(match, sentence));
  }

  /** Sentences are counted from 1. */
  private static String place(SentenceScore s) {
    return Integer.toString(s.index() + 1);
  }

  private static List<Excerpt> contexts(List<String> texts) {
    List<Excerpt> shown = new ArrayList<>();
    int left = MOST_CHARACTERS;
    for (String text : texts) {
      if (left <= 0) {
        break;
      }
      Excerpt excerpt = Excerpt.of(text, left);
      shown.add(excerpt);
      left -= excerpt.text().length();
    }
    return shown;
  }
}
