package dev.assay.questions.rules;

import dev.assay.mentions.Mention;
import java.util.Optional;

/**
 * A question that a rule made of one statement.
 *
 * @param rule the rule's name
 * @param question the question in full, without the document's title
 * @param subject what the question is about: decides whether it is clear without the title
 * @param asked the value that answers it, when it is one
 * @param prefix what the expected answer starts with before the sentence, such as "Yes. "
 */
record Stem(
    String rule,
    Statement statement,
    String question,
    String subject,
    Optional<Mention> asked,
    String prefix) {

  static Stem factual(String rule, Statement statement, String question, Optional<Mention> asked) {
    return new Stem(rule, statement, question, statement.clause().subject(), asked, "");
  }
}
