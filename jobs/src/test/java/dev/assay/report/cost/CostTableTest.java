package dev.assay.report.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.SampleStore;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostTableTest {
  private static final String CASE =
      """
      {"case_id":"c","group_id":"c","suite":"s","question":"Q","source_chunk_ids":[],"relevant_doc_ids":[],"facts":[],"attributes":{},"created_at":"2026-01-02T03:04:05Z","provenance":"test"}\
      """;
  private static final String ANSWER =
      """
      "contexts":[],"status":"ok","answered_at":"2026-01-02T03:04:05Z","fingerprint":"f","attributes":{},"latency_ms":%s\
      """;

  @TempDir private Path home;

  @Test
  void whoIsBetterAndAsFastToTheMillisecondBeats() {
    Store store = store(Map.of("poor", 0.2, "good", 0.4, "best", 31.0));
    List<CostTable.Line> lines =
        CostTable.of(
            store.read(Tables.RESPONSES),
            new TreeMap<>(
                Map.of(
                    "poor", OptionalDouble.of(0.61),
                    "good", OptionalDouble.of(0.81),
                    "best", OptionalDouble.of(0.95))));
    // Nobody waits for the .2 ms by which poor is the faster; best is the best and the slowest.
    assertThat(lines)
        .extracting(line -> line.system() + ": " + line.time() + ", " + line.standing())
        .containsExactly(
            "best: 31\u00a0ms, on the front; cost left out",
            "good: 0\u00a0ms, on the front; cost left out",
            "poor: 0\u00a0ms, beaten by good; cost left out");
  }

  @Test
  void aSystemThatNobodyJudgedIsComparedWithNone() {
    Store store = store(Map.of("poor", 2.0, "good", 4.0));
    assertThat(
            CostTable.of(
                store.read(Tables.RESPONSES),
                new TreeMap<>(
                    Map.of("poor", OptionalDouble.of(0.61), "good", OptionalDouble.empty()))))
        .extracting(CostTable.Line::standing)
        .containsOnly("not compared: not all systems are judged");
  }

  @Test
  void ofManyThatBeatItThreeAreNamed() {
    Map<String, Double> times = new TreeMap<>();
    Map<String, OptionalDouble> quality = new TreeMap<>();
    for (String system : List.of("a", "b", "c", "d", "e", "f")) {
      times.put(system, 2.0);
      quality.put(system, OptionalDouble.of(system.equals("a") ? 0.1 : 0.9));
    }
    Store store = store(times);
    assertThat(
            CostTable.of(store.read(Tables.RESPONSES), new TreeMap<>(quality)).stream()
                .map(CostTable.Line::standing)
                .filter(standing -> standing.startsWith("beaten")))
        .containsExactly("beaten by b, c, d and 2 more; cost left out");
  }

  private Store store(Map<String, Double> times) {
    Store store = SampleStore.empty(home).store();
    JsonRows.append(store, Tables.TEST_CASES, List.of(CASE));
    times.forEach(
        (system, time) -> {
          String key = "\"case_id\":\"c\",\"system\":\"" + system + "\",\"repeat\":0";
          JsonRows.append(
              store, Tables.RESPONSES, List.of("{" + key + "," + ANSWER.formatted(time) + "}"));
        });
    return store;
  }
}
