package dev.assay.jobs.shrink;

import dev.assay.config.AssayConfig;
import dev.assay.config.cases.PerturbConfig;
import dev.assay.jobs.answers.Asking;
import dev.assay.jobs.perturb.TwinAttributes;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.registry.Perturbators;
import dev.assay.perturb.search.EditSearch;
import dev.assay.perturb.search.EditSearch.Verdict;
import dev.assay.perturb.search.Edits;
import dev.assay.tables.RowValues;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/**
 * What is known of one twin, system and metric.
 *
 * @param twin its row in test_cases
 * @param origin the question that it was made from
 * @param meaning what the change left of it; empty for twins of a suite
 * @param search empty where there is none
 * @param hindrance why there is none
 */
record Search(
    Row twin,
    String system,
    String metric,
    String origin,
    Optional<Meaning> meaning,
    Edits edits,
    Optional<EditSearch> search,
    Optional<String> hindrance) {

  /**
   * A failing twin.
   *
   * @param row of test_cases with {@code system}, {@code metric} and {@code origin}
   */
  static Search of(Row row, AssayConfig config) {
    String system = row.getAs("system");
    String origin = row.getAs("origin");
    String question = row.getAs("question");
    Optional<Meaning> meaning =
        Optional.ofNullable(
                RowValues.<String, String>map(row, "attributes").get(TwinAttributes.MEANING))
            .flatMap(Search::meaning);
    Optional<String> hindrance = hindrance(config, row, origin, question, meaning);
    Edits edits =
        hindrance.isPresent()
            ? Edits.between("", "", false)
            : Edits.between(origin, question, ofLetters(row, config));
    List<Integer> distances =
        IntStream.range(0, edits.all().size()).map(edits::distance).boxed().toList();
    return new Search(
        row,
        system,
        row.getAs("metric"),
        origin,
        meaning,
        edits,
        hindrance.isPresent()
            ? Optional.empty()
            : Optional.of(new EditSearch(distances, config.shrink().callsPerCase())),
        hindrance);
  }

  private static Optional<Meaning> meaning(String id) {
    return List.of(Meaning.values()).stream().filter(one -> one.id().equals(id)).findFirst();
  }

  private static Optional<String> hindrance(
      AssayConfig config, Row row, String origin, String question, Optional<Meaning> meaning) {
    String system = row.getAs("system");
    if (!Asking.canAsk(Optional.ofNullable(config.systems().get(system)))) {
      return Optional.of(
          config.systems().containsKey(system)
              ? "recorded answers cannot be asked for anew"
              : "no system of this name is configured that could be asked");
    }
    if (meaning.filter(Meaning.ENCODED::equals).isPresent()) {
      return Optional.of("a part of an encoded question is no encoding");
    }
    if (meaning.filter(one -> !one.keepsAnswer()).isPresent()) {
      return Optional.of("another answer is right for the twin: that it fails is no weakness");
    }
    if (RowValues.<String, String>map(row, "attributes").containsKey(Rewrite.PASSAGES)) {
      return Optional.of("its passages are changed too: which of the two fails is not told apart");
    }
    int longest = Math.max(origin.length(), question.length());
    if (longest > Chain.MOST_CHARACTERS) {
      return Optional.of(
          "its text or its origin's has %,d characters, more than %,d"
              .formatted(longest, Chain.MOST_CHARACTERS));
    }
    return origin.equals(question)
        ? Optional.of("the question is its origin's: there is no edit")
        : Optional.empty();
  }

  /** Whether the twin was made by changing letters alone. */
  private static boolean ofLetters(Row twin, AssayConfig config) {
    return config.perturb().entries().stream()
        .filter(entry -> entry.perturbation().equals(twin.<String>getAs("perturbation")))
        .map(PerturbConfig.Entry::perturbators)
        .anyMatch(steps -> steps.stream().allMatch(Perturbators::changesLetters));
  }

  /** The question with a part of the edits. */
  Probe probe(BitSet part) {
    return new Probe(system, edits.with(part), twin.getAs("case_id"));
  }

  /**
   * Where the search is.
   *
   * @param known the verdicts of what was asked, by metric
   */
  EditSearch.Step go(Function<Probe, Map<String, Verdict>> known) {
    return search.orElseThrow().go(part -> verdict(probe(part), known));
  }

  private Verdict verdict(Probe probe, Function<Probe, Map<String, Verdict>> known) {
    if (probe.question().equals(origin)) {
      return Verdict.PASSES;
    }
    if (probe.question().equals(twin.<String>getAs("question"))) {
      return Verdict.FAILS;
    }
    if (probe.question().isBlank()
        || meaning.filter(Meaning.PRESERVED::equals).isPresent()
            && Chain.lost(origin, probe.question()).isPresent()) {
      return Verdict.UNKNOWN; // It would ask something else.
    }
    Map<String, Verdict> verdicts = known.apply(probe);
    return verdicts == null ? null : verdicts.getOrDefault(metric, Verdict.UNKNOWN);
  }
}
