package dev.assay.jobs.questions;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.sampling.DrawnSample;
import dev.assay.questions.DraftQuestion;
import dev.assay.tables.Keys;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/**
 * Chosen drafts as test cases. The sampled chunk is what was drawn, so its questions share a group,
 * named by the smallest of their keys, and share its weight: 1/π, times what makes the weights of
 * the stratum's answered chunks sum to its size, over its questions. So chunks whose questions were
 * all rejected count as non-response, and the random size of a weighted sample costs no precision
 * (post-stratification). What the corpus does not answer has neither an expected answer nor a
 * difficulty. A question on two chunks belongs to the first one; the chance of the pair is its
 * attribute {@code pair_probability}.
 */
final class CaseRows {
  private final Run run;
  private final DrawnSample sample;
  private final String provenance;

  CaseRows(Run run, DrawnSample sample) {
    this(run, sample, "rules, seed " + run.config().run().seed());
  }

  /**
   * @param provenance what made the questions
   */
  CaseRows(Run run, DrawnSample sample, String provenance) {
    this.run = run;
    this.sample = sample;
    this.provenance = provenance;
  }

  List<Row> rows(List<DraftQuestion> chosen) {
    TreeMap<String, TreeMap<String, DraftQuestion>> byChunk = new TreeMap<>();
    for (DraftQuestion draft : chosen) {
      byChunk
          .computeIfAbsent(draft.sourceChunkIds().get(0), chunk -> new TreeMap<>())
          .put(caseId(draft), draft);
    }
    Map<Integer, Double> reached = reached(byChunk.keySet());
    List<Row> rows = new ArrayList<>();
    byChunk.forEach(
        (id, cases) -> {
          DrawnSample.Chunk chunk = sample.chunks().get(id);
          double adjusted = sample.sizes().get(chunk.stratum()) / reached.get(chunk.stratum());
          double weight = adjusted / (chunk.probability() * cases.size());
          cases.forEach(
              (key, draft) -> rows.add(row(key, cases.firstKey(), draft, chunk.stratum(), weight)));
        });
    return rows;
  }

  private String caseId(DraftQuestion draft) {
    return Keys.caseId(
        run.config().generate().suite(), draft.question(), draft.expectedAnswer(), null, null);
  }

  /** What the answered chunks of each stratum estimate its size to be: Σ 1/π. */
  private Map<Integer, Double> reached(Iterable<String> answered) {
    Map<Integer, Double> reached = new HashMap<>();
    for (String id : answered) {
      DrawnSample.Chunk chunk = sample.chunks().get(id);
      reached.merge(chunk.stratum(), 1 / chunk.probability(), Double::sum);
    }
    return reached;
  }

  private Row row(String id, String group, DraftQuestion draft, int stratum, double weight) {
    boolean answerable = draft.queryType().answerable();
    return NamedRow.of(Tables.TEST_CASES)
        .set("case_id", id)
        .set("group_id", group)
        .set("suite", run.config().generate().suite())
        .set("question", draft.question())
        .set("expected_answer", answerable ? draft.expectedAnswer() : null)
        .set("query_type", draft.queryType().id())
        .set("difficulty", answerable ? draft.difficulty().value() : null)
        .set("stratum_id", stratum)
        .set("source_chunk_ids", draft.sourceChunkIds())
        .set("relevant_doc_ids", draft.relevantDocIds())
        .set("facts", draft.facts())
        .set("sampling_weight", weight)
        .set("answerable", answerable)
        .set("attributes", attributes(draft))
        .set("created_at", run.time())
        .set("provenance", provenance)
        .build();
  }

  private Map<String, String> attributes(DraftQuestion draft) {
    if (draft.sourceChunkIds().size() < 2) {
      return draft.attributes();
    }
    Map<String, String> attributes = new TreeMap<>(draft.attributes());
    attributes.put(
        "pair_probability",
        Double.toString(sample.pair(draft.sourceChunkIds().get(0), draft.sourceChunkIds().get(1))));
    return attributes;
  }
}
