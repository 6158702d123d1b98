package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who watches Spark's pages sees of every job which stage it belongs to, and which step of it. Here
 * questions by rules, a search, a gate and what they need; {@link WholeClusterTest} has the others,
 * and these stages with an endpoint.
 */
@Tag("slow")
class JobDescriptionsTest {
  private static final List<String> STAGES =
      List.of("generate", "perturb", "answer", "evaluate", "shrink", "analyze", "gate");

  @TempDir private Path directory;

  @Test
  void everyJobNamesItsStageAndItsStep() throws Exception {
    BankStore.sampled(directory.resolve("store"));
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("stratify.min-k=2")
            .set("stratify.max-k=2")
            .set("sample.size=" + BankQuestions.PRODUCTS.size())
            .set("perturb.entries=[{perturbators=[keyboard_typo]}]")
            .set("shrink.max-cases=1")
            .set("shrink.max-calls=20")
            .set("systems.faulty={kind=embedded, retriever=sparse, faults=0.4}")
            .set("evaluate.evaluators=[token_f1, text_statistics, self_consistency]")
            .set("analyze.replicates=100")
            .set("gate={metric=token_f1.token_f1, method=none, max-missing-share=1}")
            .load();
    Set<String> seen = new TreeSet<>();
    Set<String> bare = new TreeSet<>();
    for (String stage : STAGES) {
      try (SparkJobs jobs = new SparkJobs()) {
        Map<String, Long> counts = Commands.run(SharedSpark.session(), loaded, stage).values();
        if (stage.equals("shrink")) {
          assertThat(counts.get("questions asked")).as("%s", counts).isPositive();
        }
        bare.addAll(jobs.strangers(stage));
        if (!jobs.labels().isEmpty()) {
          seen.add(stage);
        }
      }
    }
    assertThat(bare).isEmpty();
    assertThat(seen).containsAll(Set.of("generate", "evaluate", "shrink", "analyze"));
  }
}
