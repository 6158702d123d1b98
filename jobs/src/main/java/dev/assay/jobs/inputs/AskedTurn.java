package dev.assay.jobs.inputs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.llm.Conversation;
import dev.assay.llm.Json;
import java.util.Optional;

/**
 * The question of a record and what was said before it: of a whole conversation its last turn and
 * those before, or a question beside its history.
 */
record AskedTurn(String question, Conversation before) {

  /**
   * @param question the question's column
   * @param messages a whole conversation, as JSON or as Python prints it
   * @param history the turns before the question, likewise
   * @throws CaseRecordException where there is no question, or no conversation
   */
  static AskedTurn of(
      Optional<String> question, Optional<String> messages, Optional<String> history) {
    if (messages.isPresent()) {
      try {
        return whole(question, conversation(messages.get()));
      } catch (IllegalArgumentException e) {
        throw new CaseRecordException("messages: " + e.getMessage());
      }
    }
    String asked =
        question.orElseThrow(() -> new CaseRecordException("the record has no question"));
    try {
      return new AskedTurn(asked, history.map(AskedTurn::conversation).orElse(Conversation.NONE));
    } catch (IllegalArgumentException e) {
      throw new CaseRecordException("history: " + e.getMessage());
    }
  }

  private static AskedTurn whole(Optional<String> question, Conversation messages) {
    String last = messages.question();
    if (question.isPresent() && !question.get().strip().equals(last.strip())) {
      throw new IllegalArgumentException(
          "the last turn is not the record's question; name turns that stand before it with"
              + " history-column");
    }
    return new AskedTurn(last, messages.before());
  }

  private static Conversation conversation(String text) {
    JsonNode list;
    try {
      list = Json.read(text);
    } catch (IllegalArgumentException e) {
      list = PythonLiteral.parse(text).orElseThrow(() -> e);
    }
    return Conversation.of(list);
  }
}
