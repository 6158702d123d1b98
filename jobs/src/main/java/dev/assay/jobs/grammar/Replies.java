package dev.assay.jobs.grammar;

import dev.assay.jobs.calls.EndpointCalls;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.Call;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Interview;
import dev.assay.llm.Interview.Parsed;
import dev.assay.llm.Interview.Question;
import dev.assay.llm.StoredReply;
import dev.assay.spark.calls.CallRows;
import dev.assay.tables.NamedRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/**
 * What a model replies to questions of the driver's, through the ledger: what it has is not asked
 * again.
 *
 * @param endpoint a name in {@code llm.endpoints}
 * @param purpose of the calls, for the ledger
 */
record Replies(Run run, String endpoint, String purpose) {

  EndpointSpec spec() {
    return EndpointSpec.of(endpoint, run.config().llm().endpoints().get(endpoint));
  }

  /** The replies, in order. */
  List<Parsed> to(List<Question> questions) {
    Map<String, StoredReply> known = new HashMap<>();
    Interview.Turn<List<Parsed>> turn = turn(questions, known);
    try (EndpointCalls calls = new EndpointCalls(run, Map.of(endpoint, spec()))) {
      while (turn.result().isEmpty()) {
        List<Call> asked = turn.calls();
        EndpointCalls.Made made =
            calls.make(
                run.spark()
                    .createDataFrame(asked.stream().map(CallRows::of).toList(), CallRows.CALL));
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
    return turn.result().get();
  }

  private Interview.Turn<List<Parsed>> turn(
      List<Question> questions, Map<String, StoredReply> known) {
    return Interview.turn(purpose, known, interview -> interview.jsons(questions));
  }

  /** A row of {@link Templates#REFUSED}. */
  static Row refused(String text, String reason) {
    return NamedRow.of(Templates.REFUSED).set("reason", reason).set("text", text).build();
  }
}
