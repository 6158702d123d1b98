package dev.assay.jobs.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AskedCases;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stage evaluate with a judge and batches of one row. */
class JudgeBatchesTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String VERDICT =
      "{\"reason\":\"because\",\"verdict\":true,\"confidence\":0.9}";

  @TempDir private Path folder;
  private final ScriptedServer system = ScriptedServer.start();
  private final ScriptedServer judge = ScriptedServer.start().reply(question -> VERDICT);

  @AfterEach
  void stop() {
    system.close();
    judge.close();
  }

  private ConfigLoader loader(int atOnce) {
    return ConfigLoader.defaults()
        .set("store.path=" + folder.resolve("store"))
        .set(
            "llm.endpoints={system{kind=openai,base-url=\"%s\",model=m},judge{kind=openai,base-url=\"%s\",model=m,max-in-flight=%d}}"
                .formatted(system.chat(), judge.chat(), atOnce))
        .set("systems={chat{kind=openai-chat,endpoint=system}}")
        .set("judges.endpoints=[judge]")
        .set("evaluate.evaluators=[sexism]")
        .set("pipeline.commit-rows=1");
  }

  private Store answered(ConfigLoader.Loaded loaded, int cases) {
    Store store = AskedCases.copied(SPARK, loaded, cases);
    Commands.run(SPARK, loaded, "answer");
    return store;
  }

  /**
   * The first batch has its reply when the call of the second has come, and the second when the
   * scores of the first are stored.
   */
  @Test
  void aBatchAsksWhileTheOneBeforeItIsCommitted() {
    ConfigLoader.Loaded loaded = loader(2).load();
    Store store = answered(loaded, 2);
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch second = new CountDownLatch(1);
    AtomicBoolean asked = new AtomicBoolean();
    AtomicBoolean committed = new AtomicBoolean();
    judge.reply(
        question -> {
          if (calls.incrementAndGet() == 1) {
            asked.set(awaited(second));
          } else {
            second.countDown();
            committed.set(awaitedScores(store));
          }
          return VERDICT;
        });
    Counts counts = Commands.run(SPARK, loaded, "evaluate");
    assertThat(counts.values()).containsEntry("llm calls", 2L).containsEntry("llm tokens", 240L);
    assertThat(asked).isTrue();
    assertThat(committed).isTrue();
    assertThat(judge.requests()).isEqualTo(2);
    assertThat(stored(store)).isEqualTo(2);
  }

  /**
   * A budget ends after two of four calls. Then the table's folder gives way to a file: the others
   * are asked, and their scores cannot be stored.
   */
  @Test
  void whatIsPaidIsKeptWhereABudgetEndsOrACommitFails() throws IOException {
    ConfigLoader loader = loader(1);
    Store store = answered(loader.load(), 4);
    judge.latency(50);
    assertThatThrownBy(
            () -> Commands.run(SPARK, loader.set("budget.max-calls=2").load(), "evaluate"))
        .isInstanceOf(BudgetStop.class)
        .hasMessageContaining("budget.max-calls = 2 is used up");
    assertThat(judge.requests()).isEqualTo(2);
    assertThat(stored(store)).isEqualTo(2);

    Path table = folder.resolve("store").resolve(Tables.SCORES.name());
    Path aside = folder.resolve("aside");
    judge.reply(
        question -> {
          move(table, aside);
          return VERDICT;
        });
    assertThatThrownBy(() -> Commands.run(SPARK, loader.load(), "evaluate"))
        .hasStackTraceContaining(table.toString());
    Files.delete(table);
    Files.move(aside, table);

    Commands.run(SPARK, loader.load(), "evaluate");
    assertThat(judge.requests()).isEqualTo(4);
    assertThat(judge.askedAgain()).isZero();
    assertThat(judge.mostInFlight()).isEqualTo(1);
    assertThat(stored(store)).isEqualTo(4);
    assertThat(new CheckTables(store).violations()).isEmpty();
  }

  private static synchronized void move(Path table, Path aside) {
    try {
      if (Files.isDirectory(table)) {
        Files.move(table, aside);
        Files.writeString(table, "in the way");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long stored(Store store) {
    return store.read(Tables.SCORES).where("metric = 'sexism.no_sexism' AND status = 'ok'").count();
  }

  private static boolean awaitedScores(Store store) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (System.nanoTime() < end) {
      if (stored(store) > 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
