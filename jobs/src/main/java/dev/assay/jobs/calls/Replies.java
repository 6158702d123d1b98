package dev.assay.jobs.calls;

import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.Call;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Interview;
import dev.assay.llm.Interview.Parsed;
import dev.assay.llm.Interview.Question;
import dev.assay.llm.StoredReply;
import dev.assay.prompts.Prompt;
import dev.assay.spark.calls.CallRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model replies to questions of the driver's, through the ledger: what it has is not asked
 * again.
 *
 * @param endpoint a name in {@code llm.endpoints}
 * @param purpose of the calls, for the ledger
 */
public record Replies(Run run, String endpoint, String purpose) {

  /** The endpoint. */
  public EndpointSpec spec() {
    return EndpointSpec.of(endpoint, run.config().llm().endpoints().get(endpoint));
  }

  /**
   * What the configuration names as the prompt, else the bundled one.
   *
   * @param key where the configuration names it
   */
  public static Prompt prompt(String key, Optional<String> named, String bundled) {
    try {
      return Prompt.read(named.orElse("bundled:" + bundled));
    } catch (IllegalArgumentException e) {
      throw new StageException(key + ": " + e.getMessage(), e);
    }
  }

  /**
   * The replies, in order.
   *
   * @param counts what asking took
   */
  public record Given(List<Parsed> replies, Counts counts) {}

  /** Asks what the ledger does not know. */
  public Given to(List<Question> questions) {
    Map<String, StoredReply> known = new HashMap<>();
    Counts counts = Counts.of("llm calls", 0);
    Interview.Turn<List<Parsed>> turn = turn(questions, known);
    try (EndpointCalls calls = new EndpointCalls(run, Map.of(endpoint, spec()))) {
      while (turn.result().isEmpty()) {
        List<Call> asked = turn.calls();
        EndpointCalls.Made made =
            calls.make(
                run.spark()
                    .createDataFrame(asked.stream().map(CallRows::of).toList(), CallRows.CALL));
        counts = counts.plus(made.counts());
        calls.requireWhole();
        made.replies()
            .collectAsList()
            .forEach(row -> known.put(row.getAs("call_hash"), CallRows.answered(row)));
        if (asked.stream().anyMatch(call -> !known.containsKey(call.hash()))) {
          throw new StageException(
              "The ledger lacks the reply to a call for a " + purpose + " after it was made.");
        }
        turn = turn(questions, known);
      }
    }
    return new Given(turn.result().get(), counts);
  }

  private Interview.Turn<List<Parsed>> turn(
      List<Question> questions, Map<String, StoredReply> known) {
    return Interview.turn(purpose, known, interview -> interview.jsons(questions));
  }
}
