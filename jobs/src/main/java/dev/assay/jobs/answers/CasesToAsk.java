package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.min;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.suites.Tests;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * The cases of the last {@code generate}, where suites are configured of the last {@code tests},
 * where there is a database of the last {@code grammar}, and the twins of the last {@code perturb}
 * with the cases that they were made from. A question of several cases, such as of two suites,
 * after the same turns, is asked as the first of them: their requests are the same, and the same
 * request is made once.
 */
public final class CasesToAsk {
  /** The case_id that a request with {@code {case_id}} names. */
  static final String ASKED_AS = "asked_as";

  private CasesToAsk() {}

  /** Their rows in test_cases, and {@link #ASKED_AS}. */
  static Dataset<Row> of(Run run) {
    List<Dataset<Row>> covered = new ArrayList<>(covered(run).toList());
    if (perturbed(run)) {
      covered.add(run.covered("perturb").select("case_id"));
    }
    Dataset<Row> all = covered.stream().reduce(Dataset::union).orElseThrow();
    return (covered.size() > 1 ? all.distinct() : all)
        .join(run.store().read(Tables.TEST_CASES), "case_id")
        .withColumn(ASKED_AS, min(col("case_id")).over(Window.partitionBy("question", "messages")));
  }

  /** The case_ids of each stage that makes cases anew. */
  public static Stream<Dataset<Row>> covered(Run run) {
    List<String> stages = new ArrayList<>();
    if (!run.config().tests().sources().isEmpty()) {
      stages.add("tests");
    }
    if (run.config().grammar().database().isPresent()) {
      stages.add("grammar");
    }
    if (stages.isEmpty() && !perturbed(run) || run.finished("generate").isPresent()) {
      stages.add("generate");
    }
    return stages.stream().map(stage -> run.covered(stage).select("case_id"));
  }

  private static boolean perturbed(Run run) {
    return !run.config().perturb().entries().isEmpty() && run.finished("perturb").isPresent();
  }

  /** How many there are at most; empty where only the suites' files or the database tell. */
  public static OptionalLong most(AssayConfig config) {
    OptionalLong unchanged = unchanged(config);
    if (unchanged.isEmpty()) {
      return unchanged;
    }
    long cases = unchanged.getAsLong();
    long twins = cases * config.perturb().able().size();
    return OptionalLong.of(cases + Math.min(config.perturb().maxCases(), twins));
  }

  /** The same without twins. */
  public static OptionalLong unchanged(AssayConfig config) {
    OptionalLong own = Tests.cases(config.tests());
    if (own.isEmpty()) {
      return own;
    }
    if (config.grammar().database().isPresent()) {
      return OptionalLong.empty();
    }
    boolean generated =
        config.tests().sources().isEmpty() || config.pipeline().stages().contains("generate");
    long made = generated ? (long) config.sample().size() * config.generate().perChunk() : 0;
    return OptionalLong.of(made + own.getAsLong());
  }
}
