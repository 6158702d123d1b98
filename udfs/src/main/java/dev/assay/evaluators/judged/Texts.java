package dev.assay.evaluators.judged;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Passage;
import dev.assay.llm.Conversation;
import dev.assay.prompts.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An example's texts by the places that prompts have for them. */
final class Texts {
  static final String QUESTION = "question";
  static final String EXPECTED = "expected_answer";
  static final String CONTEXT = "context";
  static final String ANSWER = "actual_answer";

  /** The field that a place shows. */
  static final Map<String, Field> PLACES =
      Map.of(
          QUESTION,
          Field.QUESTION,
          EXPECTED,
          Field.EXPECTED,
          CONTEXT,
          Field.CONTEXTS,
          ANSWER,
          Field.ANSWER);

  private static final String BREAKS = "\n\r\u000B\f\u0085\u2028\u2029";

  private Texts() {}

  static Map<String, String> of(Example example) {
    Map<String, String> texts = new TreeMap<>();
    texts.put(QUESTION, example.question());
    texts.put(EXPECTED, example.expected().orElse(""));
    texts.put(CONTEXT, contexts(example));
    texts.put(ANSWER, example.answer().orElse(""));
    texts.put(Prompt.CONVERSATION, Conversation.before(example).transcript());
    return texts;
  }

  /** The same question asked of the contexts. */
  static Map<String, String> withContextsAsAnswer(Example example) {
    Map<String, String> texts = of(example);
    texts.put(ANSWER, contexts(example));
    return texts;
  }

  /** Each context after its number, from 1, in order; those without text are left out. */
  static String contexts(Example example) {
    return numbered(example.contextTexts().stream().filter(text -> !text.isBlank()).toList());
  }

  /** The contexts that have text, in order. */
  static List<Passage> passages(Example example) {
    return example.contexts().stream().filter(passage -> !passage.text().isBlank()).toList();
  }

  /** Each text after its number, from 1; what looks like such a number within a text is (1). */
  static String numbered(List<String> texts) {
    List<String> lines = new ArrayList<>();
    for (String text : texts) {
      lines.add("[" + (lines.size() + 1) + "] " + unnumbered(text));
    }
    return String.join("\n", lines);
  }

  /** No line of it begins with a number in brackets: that would be an item of its own. */
  private static String unnumbered(String text) {
    StringBuilder kept = new StringBuilder(text);
    boolean begins = true;
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      int end = at + 1;
      while (begins && letter == '[' && end < text.length() && digit(text.charAt(end))) {
        end++;
      }
      if (end > at + 1 && end < text.length() && text.charAt(end) == ']') {
        kept.setCharAt(at, '(');
        kept.setCharAt(end, ')');
      }
      begins = BREAKS.indexOf(letter) >= 0 || begins && !Character.isLetterOrDigit(letter);
    }
    return kept.toString();
  }

  private static boolean digit(char letter) {
    return Character.isDigit(letter);
  }
}
