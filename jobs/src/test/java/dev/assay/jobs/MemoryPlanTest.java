package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Memory that rows take against the memory that there is. */
class MemoryPlanTest {
  private static String plan(long heap, String... settings) {
    ConfigLoader loader = ConfigLoader.defaults();
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    AssayConfig config = loader.load().config();
    return MemoryPlan.of(config, Pipeline.RUN.stages(config), "the driver", OptionalLong.of(heap))
        .toString();
  }

  /**
   * 100,000 × 3 kB + 100,000 × 2 kB + 4,096 × 128 × 120 B + 40,000 × 1.5 kB = 0.62 GB; 2 GiB less
   * 1.4 GB hold it.
   */
  @Test
  void theDefaultsFitTheDefaultHeap() {
    assertThat(plan(2L << 30))
        .isEqualTo(
            "# Memory for rows, at most: 0.6 GB: generate.index-chunks = 100,000 takes 0.3 GB,"
                + " models.remember = 100,000 takes 0.2 GB, models.remember-on-disk-mb = 4,096 takes"
                + " 0.1 GB, models.entailment.remember = 40,000 takes 0.1 GB (the driver has 2.1"
                + " GB)\n");
  }

  /** 2,000,000 × 3 kB = 6 GB, and 0.32 GB, and 1.4 GB beside them. */
  @Test
  void moreRowsThanTheHeapHoldsAreTold() {
    assertThat(plan(2L << 30, "generate.index-chunks=2000000"))
        .contains("generate.index-chunks = 2,000,000 takes 6.0 GB")
        .endsWith(
            "  With so many rows it would need 7.7 GB: give the driver more, or lower the"
                + " largest.\n");
    assertThat(plan(7_000_000_000L, "generate.index-chunks=2000000")).contains("would need");
    assertThat(plan(8L << 30, "generate.index-chunks=2000000")).doesNotContain("would need");
  }

  @Test
  void onlyStagesThatRunKeepRows() {
    assertThat(plan(2L << 30, "pipeline.stages=[label, calibrate]")).isEmpty();
    assertThat(plan(2L << 30, "pipeline.stages=[evaluate]", "models.entailment.kind=none"))
        .startsWith("# Memory for rows, at most: 0.3 GB: models.remember");
  }
}
