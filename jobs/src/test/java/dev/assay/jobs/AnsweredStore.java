package dev.assay.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A store as stage {@code answer} leaves it, written and not run. */
public final class AnsweredStore {
  private static final ObjectMapper JSON = new ObjectMapper();

  private AnsweredStore() {}

  /**
   * The store of {@code loaded} and its night with these recorded answers, each to a question of
   * its own.
   *
   * @param answers objects with the fields id, question, contexts, answer, system and, where there
   *     is one, expected_answer and repeat
   */
  public static Store of(ConfigLoader.Loaded loaded, List<String> answers) throws Exception {
    String night = loaded.config().run().key();
    Set<String> cases = new LinkedHashSet<>();
    List<String> responses = new ArrayList<>();
    List<String> covered = new ArrayList<>();
    for (String text : answers) {
      JsonNode answer = JSON.readTree(text);
      cases.add(testCase(answer).toString());
      responses.add(response(answer).toString());
      covered.add(key(answer).put("run_id", "answered" + night).toString());
    }
    Store store = new Store(SharedSpark.session(), loaded.config().store(), night);
    if (store.isBlank(Tables.TEST_CASES)) {
      JsonRows.append(store, Tables.TEST_CASES, List.copyOf(cases));
    }
    JsonRows.append(store, Tables.RESPONSES, responses);
    JsonRows.append(store, Tables.RUN_CASES, covered);
    JsonRows.append(
        store,
        Tables.RUNS,
        List.of(
            LabelledStore.answered(loaded.config().run().name())
                .replace("\"answered\"", "\"answered" + night + "\"")));
    return store;
  }

  private static ObjectNode key(JsonNode answer) {
    ObjectNode key = JSON.createObjectNode().put("case_id", id(answer));
    key.put("repeat", answer.path("repeat").asInt(0));
    key.set("system", answer.get("system"));
    return key;
  }

  private static String id(JsonNode answer) {
    return "case-" + answer.get("id").asText();
  }

  private static ObjectNode testCase(JsonNode answer) {
    ObjectNode row = JSON.createObjectNode();
    row.put("case_id", id(answer)).put("group_id", id(answer)).put("suite", "recorded");
    row.set("question", answer.get("question"));
    row.set("expected_answer", answer.get("expected_answer"));
    row.putObject("attributes");
    for (String list : List.of("source_chunk_ids", "relevant_doc_ids", "facts")) {
      row.putArray(list);
    }
    return row.put("created_at", LabelledStore.TIME).put("provenance", "test");
  }

  private static ObjectNode response(JsonNode answer) {
    ObjectNode row = key(answer);
    row.set("answer", answer.get("answer"));
    ArrayNode contexts = row.putArray("contexts");
    for (JsonNode text : answer.get("contexts")) {
      contexts.addObject().put("rank", contexts.size()).set("text", text);
    }
    row.putObject("attributes").set("id", answer.get("id"));
    row.put("status", "ok").put("fingerprint", "f");
    return row.put("answered_at", LabelledStore.TIME);
  }
}
