package dev.assay.questions.rules;

import dev.assay.base.Lines;
import dev.assay.mentions.Mention;
import dev.assay.mentions.Mentions;
import dev.assay.questions.SourceChunk;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A sentence that questions can be made from: whole, declarative, and clear without the sentence
 * before it.
 *
 * @param source the chunk that it stands in
 * @param verbatim the sentence as the corpus has it, without a list marker
 * @param body the sentence on one line, without its full stop
 * @param clause its main clause
 */
record Statement(SourceChunk source, String verbatim, String body, Clause clause) {
  /** Longer sentences are left alone. */
  static final int MAX_LENGTH = 400;

  private static final int MIN_LENGTH = 25;
  private static final Pattern MARKER =
      Pattern.compile("\\A(?:[-*•–]\\s+|\\d{1,3}[.)]\\s+|(?:\\([A-Za-z0-9]{1,4}\\)\\s*){1,4})");
  private static final Pattern ITEM = Pattern.compile("[-*•–]|\\((?:\\d|[ivx]{1,4})\\)");
  private static final Pattern BROKEN =
      Pattern.compile("[|;:\\t!?*_#<>{}\\[\\]\\\\]|\\.{2,}|\\n\\s*\\n");

  /** What follows one of these in its paragraph is told of a case that is made up. */
  private static final Pattern SUPPOSED =
      Pattern.compile(
          Lines.of(Statement.class, "supposed.txt").stream().collect(Collectors.joining("|")),
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PARAGRAPH_END = Pattern.compile("\\n\\h*\\n");
  private static final Pattern ACTING =
      Pattern.compile(
          "(?i)an? .*|(?:[a-z]+ (?:'s )?)?the (?:[a-z-]+"
              + " ){0,2}(?:consumer|customer|creditor|lessor|lessee|applicant|institution|bank|sender|recipient"
              + "|provider|merchant|borrower|person|cardholder|payee|agent|employee|owner|seller|buyer|issuer)s?");
  private static final Set<String> SUPPOSING = Set.of("would", "could", "might");

  private static final Pattern LEANING =
      Pattern.compile(
          Lines.of(Statement.class, "leaning.txt").stream().collect(Collectors.joining("|")));

  /** The usable statements of a chunk, in order. */
  static List<Statement> of(SourceChunk chunk) {
    List<Statement> statements = new ArrayList<>();
    int hypothetical = -1;
    for (Sentences.Sentence sentence : Sentences.split(chunk.text())) {
      if (SUPPOSED.matcher(sentence.text()).find()) {
        hypothetical = paragraphEnd(chunk.text(), sentence.end());
      }
      if (sentence.start() < hypothetical) {
        continue;
      }
      of(chunk, sentence.text(), bulleted(chunk.text(), sentence.start()))
          .ifPresent(statements::add);
    }
    return statements;
  }

  private static int paragraphEnd(String text, int from) {
    Matcher end = PARAGRAPH_END.matcher(text);
    return end.find(from) ? end.start() : text.length();
  }

  private static boolean bulleted(String text, int start) {
    int at = start - 1;
    while (at >= 0 && text.charAt(at) == ' ') {
      at--;
    }
    return at >= 0 && "-*•–".indexOf(text.charAt(at)) >= 0 && at < start - 1;
  }

  private static Optional<Statement> of(SourceChunk chunk, String sentence, boolean bulleted) {
    if (sentence.length() > MAX_LENGTH || !sentence.endsWith(".")) {
      return Optional.empty();
    }
    Matcher marker = MARKER.matcher(sentence);
    String verbatim = marker.lookingAt() ? sentence.substring(marker.end()) : sentence;
    if (verbatim.length() < MIN_LENGTH
        || !Character.isUpperCase(verbatim.codePointAt(0))
        || BROKEN.matcher(verbatim.substring(0, verbatim.length() - 1)).find()
        || !Predicates.balanced(verbatim)) {
      return Optional.empty();
    }
    String body = verbatim.substring(0, verbatim.length() - 1).replaceAll("\\s+", " ").strip();
    if (body.endsWith(".")
        || body.split(" ", -1).length < 5
        || LEANING.matcher(body.toLowerCase(Locale.ROOT)).find()) {
      return Optional.empty();
    }
    boolean item = bulleted || marker.lookingAt() && ITEM.matcher(marker.group()).find();
    return Clauses.parse(body)
        .filter(clause -> !(item && condition(clause)) && !example(chunk, clause))
        .filter(clause -> !SUPPOSING.contains(clause.auxiliary()))
        .map(clause -> new Statement(chunk, verbatim, body, clause));
  }

  /**
   * A list item without a rule in it is often one of several conditions, true only with its list.
   */
  private static boolean condition(Clause clause) {
    return !Words.MODALS.contains(clause.auxiliary())
        && !clause.subject().startsWith("No ")
        && !clause.verb().equals("mean");
  }

  /**
   * Commentary on a numbered provision tells examples: "A merchant issues a certificate.", "The
   * consumer does not make any deposits."
   */
  private static boolean example(SourceChunk chunk, Clause clause) {
    boolean event =
        !clause.verb().isEmpty()
            || Words.DO.contains(clause.auxiliary())
            || clause.rest().matches("(?:not )?[a-z]+ed .*");
    return Context.numbered(chunk.title())
        && ACTING.matcher(clause.subject()).matches()
        && !Words.MODALS.contains(clause.auxiliary())
        && event
        && !ObjectRule.states(clause.verb());
  }

  /** The values in the clause's rest, with places in the rest. */
  List<Mention> restMentions() {
    return Mentions.find(clause.rest());
  }
}
