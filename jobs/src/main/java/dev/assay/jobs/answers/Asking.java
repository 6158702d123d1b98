package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.SystemConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Tables;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/**
 * Asks some systems some cases, once each, for a stage that goes by their answers. Answers stand in
 * {@code responses} like all others; what stands there already, or in {@code llm_calls}, is not
 * asked again.
 */
public final class Asking implements AutoCloseable {
  private static final List<String> CASE = List.of("case_id");
  private static final Seq<String> ON = RunCoverage.on(List.of("case_id", "system"));

  private final Run run;
  private final Optional<EmbeddedAnswers> embedded;
  private final Optional<AskedAnswers> asked;

  /**
   * @param systems by name; each {@link #canAsk can be asked}
   */
  public Asking(Run run, Collection<String> systems) {
    this.run = run;
    TreeMap<String, SystemConfig> all = new TreeMap<>(run.config().systems());
    all.keySet().retainAll(systems);
    this.embedded =
        only(all, system -> !system.isAsked()).map(some -> new EmbeddedAnswers(run, some));
    this.asked = only(all, SystemConfig::isAsked).map(some -> new AskedAnswers(run, some));
  }

  /** Whether a configured system answers questions that it was not asked before. */
  public static boolean canAsk(Optional<SystemConfig> system) {
    return system.filter(one -> !one.kind().equals("table")).isPresent();
  }

  private static Optional<TreeMap<String, SystemConfig>> only(
      TreeMap<String, SystemConfig> systems, Predicate<SystemConfig> wanted) {
    TreeMap<String, SystemConfig> some = new TreeMap<>(systems);
    some.values().removeIf(wanted.negate());
    return some.isEmpty() ? Optional.empty() : Optional.of(some);
  }

  /**
   * Sees to it that there are answers.
   *
   * @param pairs case_id and system; the cases stand in {@code test_cases}
   */
  public Counts ask(Dataset<Row> pairs) {
    Dataset<Row> cases =
        run.store()
            .read(Tables.TEST_CASES)
            .join(pairs.select("case_id").distinct(), RunCoverage.on(CASE), "left_semi")
            .withColumn(CasesToAsk.ASKED_AS, col("case_id"));
    Counts counts = Counts.of("answers new", 0);
    // Endpoints come last, since a budget may end there.
    if (embedded.isPresent()) {
      Dataset<Row> wanted = embedded.get().cases(cases, 1).join(pairs, ON, "left_semi");
      counts = counts.plus(embedded.get().collect(wanted).counts());
    }
    if (asked.isPresent()) {
      Dataset<Row> wanted = asked.get().cases(cases, 1).join(pairs, ON, "left_semi");
      counts = counts.plus(asked.get().collect(wanted).counts());
    }
    return counts;
  }

  @Override
  public void close() {
    embedded.ifPresent(EmbeddedAnswers::close);
    asked.ifPresent(AskedAnswers::close);
  }
}
