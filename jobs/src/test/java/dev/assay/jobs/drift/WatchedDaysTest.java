package dev.assay.jobs.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.stats.Observation;
import dev.assay.stats.drift.EProcess;
import dev.assay.tables.NamedRow;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class WatchedDaysTest {
  private static final Row CELL =
      NamedRow.of(StructType.fromDDL("system STRING, metric STRING"))
          .set("system", "s")
          .set("metric", "m")
          .build();

  /**
   * Of the first day's .6, .8, .7, .9 the mean is .75 and its standard error √(.05 / 3) / 2 =
   * .0645; Student's t of three degrees of freedom, .95 in the middle, is 3.182: its interval ends
   * at .5446. Days of fewer than three groups are no days, at the beginning, between and at the
   * end.
   */
  @Test
  void theFirstDayWithGroupsEnoughSetsTheBoundAndLaterOnesAreBets() {
    WatchedDays days = new WatchedDays(3, .95);
    day(days, "1", .1, .1);
    day(days, "2", .6, .8, .7, .9);
    day(days, "3", .2, .3, .4);
    day(days, "4", 0, 0);
    day(days, "5", .1, .2, .3, .6);
    day(days, "6", 1);
    Row row = days.row(CELL).orElseThrow();
    EProcess bets = new EProcess(.75 - 3.182446 * Math.sqrt(.05 / 3) / 2);
    bets.add(.3);
    bets.add(.3);
    assertThat(row.<Double>getAs("evidence")).isCloseTo(bets.value(), within(1e-4));
    assertThat(row.<Double>getAs("p")).isCloseTo(bets.p(), within(1e-4));
    assertThat(row.<Long>getAs("groups")).isEqualTo(4);
    assertThat(row.<Long>getAs("days")).isEqualTo(2);
    assertThat(row.<String>getAs("system")).isEqualTo("s");
  }

  @Test
  void aSingleDayIsNotWatched() {
    WatchedDays one = new WatchedDays(2, .95);
    day(one, "1", .6, .8);
    assertThat(one.row(CELL)).isEmpty();
    assertThat(new WatchedDays(2, .95).row(CELL)).isEqualTo(Optional.empty());
  }

  private static void day(WatchedDays days, String name, double... values) {
    for (int g = 0; g < values.length; g++) {
      days.add(name, Observation.unweighted("g" + g, values[g]));
    }
  }
}
