package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.assay.core.Example;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was said, turn by turn: {@code user} and {@code assistant}, and at most one {@code system}
 * turn, which stands first. A user's turn that no assistant's follows is one whose reply is not
 * recorded.
 *
 * @param turns in order; every one has a text
 */
public record Conversation(List<Message> turns) {
  private static final String SYSTEM = "system";
  private static final String USER = "user";
  private static final String ASSISTANT = "assistant";
  private static final Map<String, String> ROLES =
      Map.of(
          SYSTEM, SYSTEM, USER, USER, "human", USER, ASSISTANT, ASSISTANT, "ai", ASSISTANT, "model",
          ASSISTANT);

  /**
   * The attribute of a response, as JSON, that has the turns before the question as its system
   * heard them, and of an example those that judges are shown.
   */
  public static final String ATTRIBUTE = "turns_before";

  /** Nothing was said before. */
  public static final Conversation NONE = new Conversation(List.of());

  public Conversation {
    turns = List.copyOf(turns);
    for (int i = 0; i < turns.size(); i++) {
      Message turn = turns.get(i);
      if (turn.text().isBlank()) {
        throw new IllegalArgumentException(
            "turn %d (%s) has no text".formatted(i + 1, turn.role()));
      }
      if (i > 0 && turn.role().equals(SYSTEM)) {
        throw new IllegalArgumentException(
            "turn %d is a system turn; it may stand first only".formatted(i + 1));
      }
    }
  }

  /**
   * A list of objects with {@code role} (or {@code type}) and {@code content}.
   *
   * @throws IllegalArgumentException for any other JSON, with what is wrong
   */
  public static Conversation of(String json) {
    return of(Json.read(json));
  }

  /** The same of a tree. */
  public static Conversation of(JsonNode list) {
    if (!list.isArray()) {
      throw new IllegalArgumentException(
          "a conversation is a list of { role, content }, this is " + Json.shown(Json.write(list)));
    }
    List<Message> turns = new ArrayList<>();
    for (JsonNode turn : list) {
      turns.add(turn(turn, turns.size() + 1));
    }
    return new Conversation(turns);
  }

  /** The turns before the question of an example. */
  public static Conversation before(Example example) {
    String json = example.attributes().get(ATTRIBUTE);
    return json == null ? NONE : of(json);
  }

  private static Message turn(JsonNode turn, int number) {
    String said = turn.path(turn.hasNonNull("role") ? "role" : "type").asText("");
    String role = ROLES.get(said);
    if (role == null) {
      throw new IllegalArgumentException(
          "turn %d has the role '%s'; known are system, user (human) and assistant (ai, model)"
              .formatted(number, said));
    }
    JsonNode content = turn.path("content");
    if (!content.isTextual()) {
      throw new IllegalArgumentException("turn %d (%s) has no text".formatted(number, role));
    }
    return new Message(role, content.asText());
  }

  /**
   * The question that it ends with.
   *
   * @throws IllegalArgumentException where the last turn is no user's
   */
  public String question() {
    if (turns.isEmpty()) {
      throw new IllegalArgumentException("the conversation is empty");
    }
    Message last = turns.get(turns.size() - 1);
    if (!last.role().equals(USER)) {
      throw new IllegalArgumentException(
          "the conversation ends with a turn of '%s'; its last turn is the user's question"
              .formatted(last.role()));
    }
    return last.text();
  }

  /** The turns before the last one. */
  public Conversation before() {
    return new Conversation(turns.subList(0, turns.size() - 1));
  }

  /** The first user's turn whose reply is not recorded, where a question follows the turns. */
  public Optional<Integer> open() {
    for (int i = 0; i < turns.size(); i++) {
      boolean replied = i + 1 < turns.size() && turns.get(i + 1).role().equals(ASSISTANT);
      if (turns.get(i).role().equals(USER) && !replied) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /** How many user's turns have no recorded reply, where a question follows the turns. */
  public long openTurns() {
    long open = 0;
    for (int i = 0; i < turns.size(); i++) {
      boolean replied = i + 1 < turns.size() && turns.get(i + 1).role().equals(ASSISTANT);
      open += turns.get(i).role().equals(USER) && !replied ? 1 : 0;
    }
    return open;
  }

  /** The turns up to {@code turn}, without it. */
  public Conversation until(int turn) {
    return new Conversation(turns.subList(0, turn));
  }

  /** The same with the reply to {@code turn}. */
  public Conversation replied(int turn, String reply) {
    List<Message> more = new ArrayList<>(turns);
    more.add(turn + 1, Message.assistant(reply));
    return new Conversation(more);
  }

  /** The same with one more turn of the user's. */
  public Conversation then(String question) {
    List<Message> more = new ArrayList<>(turns);
    more.add(Message.user(question));
    return new Conversation(more);
  }

  /** As {@link #of} reads it. */
  public ArrayNode json() {
    ArrayNode list = Json.object().arrayNode();
    turns.forEach(turn -> list.addObject().put("role", turn.role()).put("content", turn.text()));
    return list;
  }

  /** A line for each turn: its number, who speaks, what is said. */
  public String transcript() {
    List<String> lines = new ArrayList<>();
    for (Message turn : turns) {
      lines.add("[%d] %s: %s".formatted(lines.size() + 1, turn.role(), turn.text()));
    }
    return String.join("\n", lines);
  }
}
