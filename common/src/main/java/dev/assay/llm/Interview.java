package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a piece of work asks models, and what they have replied so far. The work is written as if
 * every reply were there. Where one is not, the question is noted, the work is left, and it is
 * begun again from its start when the reply is in the ledger: so it must be a pure function of its
 * input and of the replies. A killed stage loses nothing but calls under way, and the same question
 * of two pieces of work is asked once.
 */
public final class Interview {
  private final String purpose;
  private final Map<String, StoredReply> known;
  private final Map<String, Call> wanted;

  private Interview(String purpose, Map<String, StoredReply> known, Map<String, Call> wanted) {
    this.purpose = purpose;
    this.known = known;
    this.wanted = wanted;
  }

  /** The same interview for a part of the work, whose calls have a purpose of their own. */
  public Interview about(String part) {
    return new Interview(purpose + " " + part, known, wanted);
  }

  /** One question. */
  public record Question(EndpointSpec endpoint, ChatRequest request, int sample) {}

  /**
   * How far a piece of work has come: either its result, or the calls whose replies it needs to go
   * on.
   */
  public record Turn<T>(Optional<T> result, List<Call> calls) {}

  /** A reply that is needed is not known yet. */
  private static final class Pending extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Pending() {
      super("The reply is not known yet", null, false, false);
    }
  }

  /**
   * Does {@code work} as far as the known replies go.
   *
   * @param purpose of its calls, for the ledger
   * @param known replies by call hash
   */
  public static <T> Turn<T> turn(
      String purpose, Map<String, StoredReply> known, Function<Interview, T> work) {
    // Work that takes too long is left behind, and may go on asking what nobody hears.
    Interview interview =
        new Interview(purpose, known, Collections.synchronizedMap(new LinkedHashMap<>()));
    try {
      T result = work.apply(interview);
      return new Turn<>(Optional.of(result), List.of());
    } catch (Pending unknown) {
      return new Turn<>(Optional.empty(), List.copyOf(interview.wanted.values()));
    }
  }

  /**
   * Does {@code work} to its end with replies that are at hand, without a ledger: for tests and SQL
   * functions.
   */
  public static <T> T whole(Function<Call, StoredReply> replies, Function<Interview, T> work) {
    Map<String, StoredReply> known = new LinkedHashMap<>();
    while (true) {
      Turn<T> turn = turn("", known, work);
      if (turn.result().isPresent()) {
        return turn.result().get();
      }
      turn.calls().forEach(call -> known.put(call.hash(), replies.apply(call)));
    }
  }

  /** Whether {@code failure} says that a reply is not known yet: not the work's failure. */
  public static boolean isPending(Throwable failure) {
    return failure instanceof Pending;
  }

  /** The results of pieces of work that do not need one another: all that they ask goes at once. */
  public <T> List<T> each(List<Supplier<T>> pieces) {
    List<T> results = new ArrayList<>();
    boolean pending = false;
    for (Supplier<T> piece : pieces) {
      try {
        results.add(piece.get());
      } catch (Pending unknown) {
        pending = true;
      }
    }
    if (pending) {
      throw new Pending();
    }
    return results;
  }

  /** The replies to all questions, in order, whatever became of them; asked at once. */
  public List<StoredReply> askAll(List<Question> questions) {
    List<StoredReply> replies = new ArrayList<>();
    for (Question question : questions) {
      Call call =
          new Call(question.endpoint(), purpose, question.request().prompt(), question.sample());
      StoredReply reply = known.get(call.hash());
      if (reply == null) {
        wanted.putIfAbsent(call.hash(), call);
      } else {
        replies.add(reply);
      }
    }
    if (replies.size() < questions.size()) {
      throw new Pending();
    }
    return replies;
  }

  /**
   * The reply's text.
   *
   * @throws NoReply where there is none
   */
  public String text(Question question) {
    return text(askAll(List.of(question)).get(0));
  }

  /** The same of a reply that is there. */
  public static String text(StoredReply reply) {
    if (!reply.ok() || reply.reply().isEmpty()) {
      throw new NoReply(Status.of(reply.ok() ? "parse_failure" : reply.status()), reply.error());
    }
    return reply.reply().get();
  }

  /**
   * The object that the reply is, of the form that the request asks for.
   *
   * @throws NoReply where there is none, or none of that form after one repair
   */
  public JsonNode json(Question question) {
    return jsons(List.of(question)).get(0).orThrow();
  }

  /** An object, or why there is none. */
  public record Parsed(Optional<JsonNode> object, Optional<NoReply> failure) {
    /** The object; throws {@link NoReply} where there is none. */
    public JsonNode orThrow() {
      if (failure.isPresent()) {
        throw failure.get();
      }
      return object.orElseThrow();
    }
  }

  /**
   * The same for many questions, asked at once. Where a reply is not of the wanted form the
   * question is asked once more with what was wrong; after that it is a {@code parse_failure}.
   */
  public List<Parsed> jsons(List<Question> questions) {
    List<StoredReply> replies = askAll(questions);
    List<Question> repairs = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      if (malformed(questions.get(i), replies.get(i)).isPresent()) {
        repairs.add(repair(questions.get(i), replies.get(i)));
      }
    }
    List<StoredReply> repaired = new ArrayList<>(askAll(repairs));
    List<Parsed> parsed = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      StoredReply reply =
          malformed(questions.get(i), replies.get(i)).isPresent()
              ? repaired.remove(0)
              : replies.get(i);
      parsed.add(parsed(questions.get(i), reply));
    }
    return parsed;
  }

  private static Parsed parsed(Question question, StoredReply reply) {
    Optional<String> problem = malformed(question, reply);
    if (problem.isPresent()) {
      return new Parsed(
          Optional.empty(),
          Optional.of(new NoReply(Status.PARSE_FAILURE, "after one repair: " + problem.get())));
    }
    try {
      return new Parsed(Optional.of(JsonSchema.object(text(reply))), Optional.empty());
    } catch (NoReply none) {
      return new Parsed(Optional.empty(), Optional.of(none));
    }
  }

  /** What is wrong with the form of a reply that is there; empty where there is none. */
  private static Optional<String> malformed(Question question, StoredReply reply) {
    boolean there = reply.reply().filter(text -> !text.isBlank()).isPresent();
    if (!there || !reply.ok() && !reply.status().equals(Status.PARSE_FAILURE.id())) {
      return Optional.empty();
    }
    return question.request().form().orElseThrow().problem(reply.reply().get());
  }

  /**
   * The question once more, with what was wrong. Nothing of the reply is quoted: it may repeat what
   * the text under test told it to say, and would stand outside every fence.
   */
  private static Question repair(Question question, StoredReply reply) {
    String wrong = question.request().form().orElseThrow().complaint(reply.reply().orElseThrow());
    List<Message> turns = new ArrayList<>(question.request().messages());
    Message last = turns.remove(turns.size() - 1);
    turns.add(
        new Message(
            last.role(),
            last.text()
                + "\n\nAn earlier reply to this could not be read: "
                + wrong
                + (question.request().tools().isEmpty()
                    ? ". Reply with the JSON object alone."
                    : ". Call one of the tools.")));
    ChatRequest again = question.request().with(turns);
    return new Question(question.endpoint(), again, question.sample());
  }
}
