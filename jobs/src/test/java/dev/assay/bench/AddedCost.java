package dev.assay.bench;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Evaluator;
import dev.assay.core.Slot;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.Commands;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.sql.SparkSession;

/**
 * What evaluators that need no entailment model, classifier, language model or chat model add to
 * those that embed sentences: two runs of the evaluate stage over the same answers after one that
 * warmed up, each with a store and a memory of embeddings of its own.
 */
final class AddedCost {
  private static final Set<Slot> CHEAP = Set.of(Slot.EMBEDDER, Slot.TOKEN_EMBEDDER);
  private static final double TARGET = .30;

  private AddedCost() {}

  static void print(SparkSession spark, String answers, Path directory, int n) throws Exception {
    List<String> embedding = ids(e -> e.spec().slots().equals(Set.of(Slot.EMBEDDER)));
    List<String> all = ids(e -> CHEAP.containsAll(e.spec().slots()));
    double base = seconds(spark, answers, directory.resolve("embedding"), embedding, 100_001);
    double more = seconds(spark, answers, directory.resolve("more"), all, 100_002);
    EvaluateBench.print(
        "embedding only     %10.1f s, %d evaluators, %.1f responses/s",
        base, embedding.size(), n / base);
    EvaluateBench.print(
        "without NLI or LM  %10.1f s, %d evaluators, %.1f responses/s", more, all.size(), n / more);
    EvaluateBench.print(
        "added              %10.1f %% (target at most %.0f %%)",
        100 * (more / base - 1), 100 * TARGET);
  }

  private static List<String> ids(Predicate<Evaluator> wanted) {
    return Evaluators.all().stream().filter(wanted).map(e -> e.spec().id()).toList();
  }

  /** Executors keep a memory for each size of it, so that no run finds another's embeddings. */
  private static double seconds(
      SparkSession spark, String answers, Path store, List<String> evaluators, int remember)
      throws Exception {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + store)
            .set("systems.bench.kind=table")
            .set("systems.bench.path=" + answers)
            .set("evaluate.evaluators=[" + String.join(",", evaluators) + "]")
            .set("models.remember=" + remember)
            .load();
    Commands.run(spark, loaded, "answer");
    long start = System.nanoTime();
    Commands.run(spark, loaded, "evaluate");
    return (System.nanoTime() - start) / 1e9;
  }
}
