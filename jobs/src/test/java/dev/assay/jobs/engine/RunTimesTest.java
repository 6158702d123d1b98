package dev.assay.jobs.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTimesTest {
  private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");

  private final SparkSession spark = SharedSpark.session();

  @TempDir Path directory;

  /** A gate, a report and the views take what the newest run found: it is the later one. */
  @Test
  void theLaterRunIsTheNewestWhereTheClockWasSetBack() {
    run("first", NOON);
    Run second = run("second", NOON.minus(Duration.ofHours(1)));
    assertThat(second.startedAt()).isAfter(NOON);
    assertThat(second.latest("look")).isEqualTo(second.runId());
    Run third = run("third", NOON.plus(Duration.ofHours(1)));
    assertThat(third.startedAt()).isEqualTo(NOON.plus(Duration.ofHours(1)));
    assertThat(third.latest("look")).isEqualTo(third.runId());
    assertThat(third.store().read(Tables.RUNS).where("ended_at < started_at").isEmpty()).isTrue();
  }

  @Test
  void aClockThatWasSetBackIsToldAndOneThatDriftsIsNot() {
    Run first = run("first", NOON);
    assertThat(RunTimes.of(first.store(), at(NOON.minusSeconds(3600))).told())
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .matches("the clock of this machine is 36\\d\\d s behind the last run .*"));
    Instant ended =
        first.store().read(Tables.RUNS).select("ended_at").head().getTimestamp(0).toInstant();
    RunTimes drifted = RunTimes.of(first.store(), at(ended.minusMillis(300)));
    assertThat(drifted.told()).isEmpty();
    assertThat(drifted.started()).isAfter(ended);
    assertThat(RunTimes.of(first.store(), at(NOON.plusSeconds(3600))).told()).isEmpty();
  }

  private Run run(String text, Instant now) {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("report.title=" + text)
            .load();
    Looking stage = new Looking();
    new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash(), at(now)).run(stage);
    return stage.seen;
  }

  private static Clock at(Instant now) {
    return Clock.fixed(now, ZoneOffset.UTC);
  }

  private static final class Looking implements Stage {
    private Run seen;

    @Override
    public StageSpec spec() {
      return StageSpec.of("look").writes(Tables.CHUNKS);
    }

    @Override
    public Counts run(Run run) {
      seen = run;
      return Counts.of("documents", 0);
    }
  }
}
