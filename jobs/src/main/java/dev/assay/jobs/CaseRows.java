package dev.assay.jobs;

import dev.assay.generation.DraftQuestion;
import dev.assay.tables.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Chosen drafts as test cases. The sampled chunk is what was drawn, so its questions share a group,
 * named by the smallest of their keys, and share its weight: 1/π, times drawn over answered chunks
 * of the stratum (chunks whose questions were all rejected are non-response), over its questions.
 */
final class CaseRows {
  private final Run run;
  private final Map<String, Sampled> sample;

  CaseRows(Run run, Map<String, Sampled> sample) {
    this.run = run;
    this.sample = sample;
  }

  List<Row> rows(List<DraftQuestion> chosen) {
    TreeMap<String, TreeMap<String, DraftQuestion>> byChunk = new TreeMap<>();
    for (DraftQuestion draft : chosen) {
      byChunk
          .computeIfAbsent(draft.sourceChunkIds().get(0), chunk -> new TreeMap<>())
          .put(caseId(draft), draft);
    }
    Map<Integer, Double> response = responseRates(byChunk);
    List<Row> rows = new ArrayList<>();
    byChunk.forEach(
        (chunk, cases) -> {
          Sampled sampled = sample.get(chunk);
          double weight =
              1 / (sampled.probability() * response.get(sampled.stratum()) * cases.size());
          cases.forEach(
              (id, draft) -> rows.add(row(id, cases.firstKey(), draft, sampled.stratum(), weight)));
        });
    return rows;
  }

  private String caseId(DraftQuestion draft) {
    return Keys.caseId(
        run.config().generate().suite(), draft.question(), draft.expectedAnswer(), null, null);
  }

  private Map<Integer, Double> responseRates(Map<String, ?> answered) {
    Map<Integer, int[]> counts = new HashMap<>();
    sample.forEach(
        (chunk, sampled) -> {
          int[] count = counts.computeIfAbsent(sampled.stratum(), stratum -> new int[2]);
          count[0]++;
          count[1] += answered.containsKey(chunk) ? 1 : 0;
        });
    Map<Integer, Double> rates = new HashMap<>();
    counts.forEach((stratum, count) -> rates.put(stratum, count[1] / (double) count[0]));
    return rates;
  }

  private Row row(String id, String group, DraftQuestion draft, int stratum, double weight) {
    return RowFactory.create(
        id,
        group,
        null,
        run.config().generate().suite(),
        draft.question(),
        draft.expectedAnswer(),
        draft.queryType().id(),
        draft.difficulty().value(),
        stratum,
        draft.sourceChunkIds(),
        draft.relevantDocIds(),
        draft.facts(),
        null,
        null,
        weight,
        true,
        draft.attributes(),
        run.time(),
        "rules, seed " + run.config().run().seed());
  }
}
