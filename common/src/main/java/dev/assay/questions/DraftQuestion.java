package dev.assay.questions;

import dev.assay.text.Invisible;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * A question with its answer, before selection.
 *
 * @param question as it is asked; the options of a multiple choice follow on lines of their own
 * @param expectedAnswer the supporting sentences word for word, or a language model's own words,
 *     after "Yes.", "No." or the letter of the right option where the type asks for one; empty text
 *     for a question that the corpus does not answer
 * @param sourceChunkIds the chunks that the answer stands in; the first one is the chunk it was
 *     drafted for
 * @param relevantDocIds their documents
 * @param facts the supporting sentences as the corpus has them
 * @param attributes {@code rule} or what a language model was asked for; {@code option_a} to {@code
 *     option_d} and {@code correct_option}; {@code key_phrase} of a question on two chunks; the
 *     parts of the difficulty
 */
public record DraftQuestion(
    QueryType queryType,
    String question,
    String expectedAnswer,
    List<String> sourceChunkIds,
    List<String> relevantDocIds,
    List<String> facts,
    Difficulty difficulty,
    Map<String, String> attributes)
    implements Serializable {

  /** What nobody sees in a corpus is not asked. */
  public DraftQuestion {
    question = Invisible.without(question);
    expectedAnswer = Invisible.without(expectedAnswer);
    sourceChunkIds = List.copyOf(sourceChunkIds);
    relevantDocIds = List.copyOf(relevantDocIds);
    facts = List.copyOf(facts);
    attributes = Map.copyOf(attributes);
  }

  /** What orders drafts: the same wherever they were made. */
  public String key() {
    return sourceChunkIds + " " + queryType + " " + question;
  }

  /** The question without the options of a multiple choice. */
  public String stem() {
    int line = question.indexOf('\n');
    return line < 0 ? question : question.substring(0, line);
  }
}
