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
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stage evaluate with a judge and batches of one row. */
@Tag("slow")
class JudgeBatchesTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String VERDICT =
      "{\"reason\":\"because\",\"verdict\":true,\"confidence\":0.9}";

  private static final int CASES = 3;

  @TempDir private static Path prepared;
  private static ScriptedServer system;

  @TempDir private Path folder;
  private final ScriptedServer judge = ScriptedServer.start().reply(question -> VERDICT);

  /** The answers, which every test has a copy of. */
  @BeforeAll
  static void answer() {
    system = ScriptedServer.start();
    ConfigLoader.Loaded loaded = answering(prepared.resolve("store")).load();
    AskedCases.copied(SPARK, loaded, CASES);
    Commands.run(SPARK, loaded, "answer");
  }

  @AfterAll
  static void end() {
    system.close();
  }

  @AfterEach
  void stop() {
    judge.close();
  }

  private static ConfigLoader answering(Path store) {
    return ConfigLoader.defaults()
        .set("store.path=" + store)
        .set("llm.endpoints.system={kind=openai,base-url=\"%s\",model=m}".formatted(system.chat()))
        .set("systems={chat{kind=openai-chat,endpoint=system}}");
  }

  private ConfigLoader loader(int atOnce) {
    return answering(folder.resolve("store"))
        .set(
            "llm.endpoints.judge={kind=openai,base-url=\"%s\",model=m,max-in-flight=%d,timeout=600}"
                .formatted(judge.chat(), atOnce))
        .set("judges.endpoints=[judge]")
        .set("evaluate.evaluators=[sexism]")
        .set("pipeline.commit-rows=1");
  }

  private Store answered(ConfigLoader.Loaded loaded) throws IOException {
    FileUtils.copyDirectory(prepared.resolve("store").toFile(), folder.resolve("store").toFile());
    return new Store(SPARK, loaded.config().store());
  }

  /**
   * The first batch has its reply when the call of the second has come, and the second when the
   * scores of the first are stored.
   */
  @Test
  void aBatchAsksWhileTheOneBeforeItIsCommitted() throws IOException {
    ConfigLoader.Loaded loaded = loader(2).load();
    Store store = answered(loaded);
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch second = new CountDownLatch(1);
    AtomicBoolean asked = new AtomicBoolean();
    AtomicBoolean committed = new AtomicBoolean();
    judge.reply(
        question -> {
          if (calls.incrementAndGet() == 1) {
            asked.set(awaited(second));
          } else if (second.getCount() > 0) {
            second.countDown();
            committed.set(awaitedScores(store));
          }
          return VERDICT;
        });
    Counts counts = Commands.run(SPARK, loaded, "evaluate");
    assertThat(counts.values()).containsEntry("llm calls", 3L).containsEntry("llm tokens", 360L);
    assertThat(asked).isTrue();
    assertThat(committed).isTrue();
    assertThat(judge.requests()).isEqualTo(CASES);
    assertThat(stored(store)).isEqualTo(CASES);
  }

  /**
   * A budget ends after two of three calls. Then the table's folder gives way to a file: the third
   * is asked, and its scores cannot be stored.
   */
  @Test
  void whatIsPaidIsKeptWhereABudgetEndsOrACommitFails() throws IOException {
    ConfigLoader loader = loader(1);
    Store store = answered(loader.load());
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
    assertThat(judge.requests()).isEqualTo(CASES);
    assertThat(judge.askedAgain()).isZero();
    assertThat(judge.mostInFlight()).isEqualTo(1);
    assertThat(stored(store)).isEqualTo(CASES);
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

  /** Looks at the table's log until a file was added, and then into the table. */
  private boolean awaitedScores(Store store) {
    Path log = folder.resolve("store").resolve(Tables.SCORES.name()).resolve("_delta_log");
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(4);
    while (System.nanoTime() < end) {
      if (added(log)) {
        return stored(store) > 0;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    return false;
  }

  private static boolean added(Path log) {
    if (!Files.exists(log)) {
      return false;
    }
    try {
      for (File commit : FileUtils.listFiles(log.toFile(), new String[] {"json"}, false)) {
        if (Files.readString(commit.toPath()).contains("{\"add\":")) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(4, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
