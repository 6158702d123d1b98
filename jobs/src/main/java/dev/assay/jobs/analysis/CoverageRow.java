package dev.assay.jobs.analysis;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How much of the corpus, or of one topic, the tests touch.
 *
 * @param stratum the topic; empty for the corpus
 * @param label the topic's label, empty for the corpus
 * @param tokens of all chunks and of tested ones
 * @param nearTokens tokens of chunks that are near a tested one or tested
 * @param distance what counts as near
 */
public record CoverageRow(
    Optional<Integer> stratum,
    String label,
    Touched chunks,
    Touched documents,
    Touched tokens,
    long nearTokens,
    double distance) {

  /** A number of things and how many of them are tested. */
  public record Touched(long all, long tested) {}

  /** Share of the tokens that are near a test, in [0, 1]; 1 where there are none. */
  public double nearShare() {
    return tokens.all == 0 ? 1 : nearTokens / (double) tokens.all;
  }

  boolean isUntouched() {
    return chunks.tested == 0;
  }

  String description() {
    return String.format(
        Locale.ROOT,
        "Tests touch %d of %d chunks and %d of %d documents of %s; %.1f %% of its tokens lie within"
            + " cosine distance %s of a tested chunk.",
        chunks.tested,
        chunks.all,
        documents.tested,
        documents.all,
        name(),
        100 * nearShare(),
        distance);
  }

  /** What it is about, in a sentence. */
  String name() {
    return stratum.isEmpty() ? "the corpus" : "topic %d (%s)".formatted(stratum.get(), label);
  }

  /** For the {@code attributes} column; {@code v_coverage} reads these names. */
  Map<String, String> attributes() {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("kind", stratum.isEmpty() ? "coverage" : "coverage_topic");
    stratum.ifPresent(id -> attributes.put("stratum_id", Integer.toString(id)));
    attributes.put("topic", label);
    attributes.put("chunks", Long.toString(chunks.all));
    attributes.put("tested_chunks", Long.toString(chunks.tested));
    attributes.put("documents", Long.toString(documents.all));
    attributes.put("tested_documents", Long.toString(documents.tested));
    attributes.put("tokens", Long.toString(tokens.all));
    attributes.put("tested_tokens", Long.toString(tokens.tested));
    attributes.put("near_tokens", Long.toString(nearTokens));
    attributes.put("distance", Double.toString(distance));
    return attributes;
  }
}
