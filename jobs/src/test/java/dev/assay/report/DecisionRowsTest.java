package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.jobs.SparkJobs;
import dev.assay.report.Findings.Decided;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionRowsTest {
  @TempDir Path home;

  /**
   * Groups have .55 (two cases of topic 0), .5 (topic 1) and .6 (no topic): a mean of .55, of which
   * √(.005 · 3/2) / 3 = .02887 is the standard error and Student's t of two degrees of freedom
   * 4.3027.
   */
  @Test
  void aSystemsDecisionsAreThoseOfItsTopicsAndOfCasesWithoutOne() throws Exception {
    SampleStore sample = SampleStore.empty(home);
    place(sample, "c1", "g1", "0", .6, "accept");
    place(sample, "c2", "g1", "0", .5, "refer");
    place(sample, "c3", "g2", "1", .5, "reject");
    place(sample, "c4", "g3", "null", .6, "accept");
    List<Decided> decided;
    try (Scope scope = Scope.of(sample.store(), sample.config());
        SparkJobs jobs = new SparkJobs()) {
      decided = new DecisionRows(scope, Map.of(0, "fees")).decided();
      assertThat(jobs.labels()).as("the driver has all of it").isEmpty();
    }
    assertThat(decided).extracting(Decided::topic).containsExactly("", "fees", "1");
    assertThat(decided).extracting(Decided::accept).containsExactly(2L, 1L, 0L);
    assertThat(decided).extracting(Decided::reject).containsExactly(1L, 0L, 1L);
    assertThat(decided).extracting(Decided::refer).containsExactly(1L, 1L, 0L);
    Findings.Mean all = decided.get(0).probability();
    assertThat(all.estimate().orElseThrow()).isCloseTo(.55, within(1e-9));
    assertThat(all.low().orElseThrow()).isCloseTo(.55 - 4.302653 * .0288675, within(1e-6));
    assertThat(all.high().orElseThrow()).isCloseTo(.55 + 4.302653 * .0288675, within(1e-6));
    assertThat(decided.get(1).probability().estimate().orElseThrow()).isCloseTo(.55, within(1e-9));
    assertThat(decided.get(1).probability().low()).isEmpty();
  }

  /**
   * Two answers of one system to one question are one group of .7, beside .5 and .6: a mean of .6,
   * of which √(.02 · 3/2) / 3 = .05774 is the standard error.
   */
  @Test
  void aQuestionThatWasAnsweredTwiceCountsOnce() {
    SampleStore sample = SampleStore.empty(home);
    place(sample, "c1", "g1", "0", .8, "accept");
    answer(sample, "c1", 1, .6, "refer");
    place(sample, "c2", "g2", "0", .5, "accept");
    place(sample, "c3", "g3", "0", .6, "reject");
    Decided all;
    try (Scope scope = Scope.of(sample.store(), sample.config())) {
      all = new DecisionRows(scope, Map.of()).decided().get(0);
    }
    assertThat(List.of(all.accept(), all.reject(), all.refer())).containsExactly(2L, 1L, 1L);
    assertThat(all.probability().groups()).isEqualTo(3);
    assertThat(all.probability().estimate().orElseThrow()).isCloseTo(.6, within(1e-9));
    assertThat(all.probability().low().orElseThrow())
        .isCloseTo(.6 - 4.302653 * .0577350, within(1e-6));
  }

  private static void place(
      SampleStore sample, String id, String group, String stratum, double p, String decision) {
    JsonRows.append(
        sample.store(),
        Tables.TEST_CASES,
        List.of(
            """
            {"case_id":"%s","group_id":"%s","suite":"s","question":"Q?","stratum_id":%s,"source_chunk_ids":[],\
            "relevant_doc_ids":[],"facts":[],"attributes":{},"created_at":"2026-01-02T03:04:05Z",\
            "provenance":"test"}\
            """
                .formatted(id, group, stratum)));
    answer(sample, id, 0, p, decision);
  }

  private static void answer(SampleStore sample, String id, int repeat, double p, String decision) {
    JsonRows.append(
        sample.store(),
        Tables.RESPONSES,
        List.of(
            """
            {"case_id":"%s","system":"s","repeat":%d,"answer":"x","contexts":[],"status":"ok",\
            "answered_at":"2026-01-02T03:04:05Z","fingerprint":"f","attributes":{}}\
            """
                .formatted(id, repeat)));
    JsonRows.append(
        sample.store(),
        Tables.DECISIONS,
        List.of(
            """
            {"case_id":"%s","system":"s","repeat":%d,"metric":"m","dimension":"d","probability":%s,"alpha":0.1,\
            "prediction_set":["1"],"slice":"all","decision":"%s"}\
            """
                .formatted(id, repeat, p, decision)));
  }
}
