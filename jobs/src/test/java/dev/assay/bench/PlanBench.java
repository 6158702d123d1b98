package dev.assay.bench;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.estimate.CostModel;
import dev.assay.jobs.estimate.PlanOptions;
import dev.assay.jobs.estimate.PlanTable;
import dev.assay.jobs.estimate.UnitCosts;
import java.util.List;

/** What a run of any size is expected to take, from the unit costs that UnitsBench measures. */
public final class PlanBench {
  private static final int USAGE = 64;

  private PlanBench() {}

  /** Arguments: those of {@link PlanOptions}. */
  public static void main(String[] arguments) throws Exception {
    try {
      PlanOptions options =
          PlanOptions.of(List.of(arguments), ConfigLoader.defaults().load().config());
      System.out.print(new PlanTable(new CostModel(UnitCosts.measured()), options));
    } catch (UsageException e) {
      System.err.println("assay: " + e.getMessage());
      System.exit(USAGE);
    }
  }
}
