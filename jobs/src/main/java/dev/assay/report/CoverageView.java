package dev.assay.report;

import dev.assay.report.Findings.Coverage;
import dev.assay.report.Findings.Touched;
import java.util.List;
import java.util.Map;

/** The section on what the tests touch. */
record CoverageView(Coverage coverage, Map<Integer, String> labels) {

  /** A row of the table by topic. */
  record TopicLine(
      String topic,
      boolean untouched,
      String chunks,
      String testedChunks,
      String documents,
      String testedDocuments,
      String tokens,
      String testedShare,
      String nearShare) {}

  /** A document without a test. */
  record DocumentLine(String title, String chunks, String tokens) {}

  /** Puts what the template {@code coverage.peb} shows. */
  void put(Map<String, Object> page) {
    List<Touched> topics =
        coverage.parts().stream().filter(part -> part.stratum().isPresent()).toList();
    page.put("coverage", topics.stream().map(this::line).toList());
    page.put("coverageLead", lead(topics));
    page.put(
        "coverageDistance",
        coverage.parts().isEmpty() ? "" : Double.toString(coverage.parts().get(0).distance()));
    page.put(
        "untouchedDocuments",
        coverage.documents().stream()
            .map(
                document ->
                    new DocumentLine(
                        Excerpt.of(document.title(), 200).text(),
                        Numbers.count(document.chunks()),
                        Numbers.count(document.tokens())))
            .toList());
    page.put("untouchedTotal", Numbers.count(coverage.untouched()));
    page.put("untouchedCut", coverage.documents().size() < coverage.untouched());
  }

  private String lead(List<Touched> topics) {
    return coverage.parts().stream()
        .filter(part -> part.stratum().isEmpty())
        .findFirst()
        .map(
            all ->
                "The tests touch %s of %s chunks, %s of %s documents and %s of %s topics. %s of the corpus, by tokens, lies in a tested chunk or near one."
                    .formatted(
                        Numbers.count(all.testedChunks()),
                        Numbers.count(all.chunks()),
                        Numbers.count(all.testedDocuments()),
                        Numbers.count(all.documents()),
                        Numbers.count(topics.stream().filter(t -> t.testedChunks() > 0).count()),
                        Numbers.count(topics.size()),
                        Numbers.percent(all.nearShare())))
        .orElse("");
  }

  private TopicLine line(Touched topic) {
    int id = topic.stratum().orElseThrow();
    return new TopicLine(
        labels.getOrDefault(id, topic.label().isBlank() ? "topic " + id : topic.label()),
        topic.testedChunks() == 0,
        Numbers.count(topic.chunks()),
        Numbers.count(topic.testedChunks()),
        Numbers.count(topic.documents()),
        Numbers.count(topic.testedDocuments()),
        Numbers.count(topic.tokens()),
        Numbers.percent(topic.testedShare()),
        Numbers.percent(topic.nearShare()));
  }
}
