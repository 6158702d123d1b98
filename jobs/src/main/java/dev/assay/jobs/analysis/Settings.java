package dev.assay.jobs.analysis;

import dev.assay.base.Seeds;
import dev.assay.jobs.engine.Run;
import dev.assay.stats.Interval;
import dev.assay.stats.IntervalMethod;
import dev.assay.stats.Observation;
import dev.assay.stats.Range;
import dev.assay.stats.Resampling;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How intervals are found on executors.
 *
 * @param purpose what the random numbers are for
 */
record Settings(long seed, String purpose, int replicates, double confidence, IntervalMethod method)
    implements Serializable {

  static Settings of(Run run, String purpose) {
    return new Settings(
        run.config().run().seed(),
        purpose,
        run.config().analyze().replicates(),
        run.config().analyze().confidence(),
        IntervalMethod.valueOf(run.config().analyze().interval().toUpperCase(Locale.ROOT)));
  }

  /** The resampling of one cell; its random numbers depend on the cell alone. */
  Resampling resampling(String cell) {
    return new Resampling(replicates, confidence, Seeds.of(seed, purpose, cell));
  }

  /** The mean of one cell with its interval; empty without observations. */
  Optional<Interval> interval(List<Observation> observations, Range range, String cell) {
    return method.interval(observations, range, resampling(cell));
  }
}
