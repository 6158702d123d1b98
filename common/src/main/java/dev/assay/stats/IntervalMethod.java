package dev.assay.stats;

import java.util.List;
import java.util.Optional;

/** How the interval of a mean is found. */
public enum IntervalMethod {
  /** {@link Intervals#mean}. */
  BOOTSTRAP {
    @Override
    Interval interval(GroupSums groups, Range range, Resampling resampling) {
      return Intervals.mean(groups, range, resampling);
    }
  },
  /** {@link Intervals#linearised}. */
  LINEARISED {
    @Override
    Interval interval(GroupSums groups, Range range, Resampling resampling) {
      return Intervals.linearised(groups, range, resampling.level());
    }
  };

  abstract Interval interval(GroupSums groups, Range range, Resampling resampling);

  /** The mean with its interval; empty without observations. */
  public Optional<Interval> interval(
      List<Observation> observations, Range range, Resampling resampling) {
    return observations.isEmpty()
        ? Optional.empty()
        : Optional.of(interval(GroupSums.of(observations), range, resampling));
  }
}
