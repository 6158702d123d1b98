package dev.assay.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Rounding;
import dev.assay.stats.Interval;

/** Numbers in the reports of trained models: four decimals. */
final class Figures {
  private static final int DECIMALS = 4;

  private Figures() {}

  static double of(double value) {
    return Rounding.to(DECIMALS, value);
  }

  /** Puts limits, where there are any, beside an estimate that is called {@code name}. */
  static void put(ObjectNode into, String name, Interval interval) {
    into.put(name, of(interval.estimate()));
    interval.low().ifPresent(low -> into.put("low", of(low)));
    interval.high().ifPresent(high -> into.put("high", of(high)));
  }
}
