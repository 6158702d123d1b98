package dev.assay.jobs;

import dev.assay.stats.Resampling;
import dev.assay.stats.Seeds;
import java.io.Serializable;

/**
 * How resampling runs on executors.
 *
 * @param purpose what the random numbers are for
 */
record Settings(long seed, String purpose, int replicates, double confidence)
    implements Serializable {

  static Settings of(Run run, String purpose) {
    return new Settings(
        run.config().run().seed(),
        purpose,
        run.config().analyze().replicates(),
        run.config().analyze().confidence());
  }

  /** The resampling of one cell; its random numbers depend on the cell alone. */
  Resampling resampling(String cell) {
    return new Resampling(replicates, confidence, Seeds.of(seed, purpose, cell));
  }
}
