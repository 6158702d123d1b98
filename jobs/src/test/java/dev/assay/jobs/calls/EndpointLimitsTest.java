package dev.assay.jobs.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AskedCases;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.Counts;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.spark.AssayPlugin;
import dev.assay.spark.NoTaskLeft;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a key may lie, what a stage may cost, and how it is kept from asking twice. */
class EndpointLimitsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int CASES = 12;

  @TempDir private Path folder;
  private final ScriptedServer server = ScriptedServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aKeyIsReadFromAMountedFileAndTheCostEndsTheStage() throws Exception {
    String key = "sk-mounted-0815";
    server.key(key);
    Path file = Files.writeString(folder.resolve("key"), key + "\n");
    // A call takes 100 tokens in and 20 out: 100 / 1e6 * 1000 + 20 / 1e6 * 5000 = 0.2.
    ConfigLoader loader =
        loader(
            "max-in-flight=1,api-key-file=\""
                + file
                + "\",price-per-million{input=1000,output=5000},parameters{max-tokens=20}");
    Store store = AskedCases.copied(SPARK, loader.load(), CASES);
    assertThatThrownBy(
            () -> Commands.run(SPARK, loader.set("budget.max-cost=1.0").load(), "answer"))
        .isInstanceOf(BudgetStop.class)
        .hasMessageContaining("budget.max-cost = 1.0 is used up");
    // Five cost 1.0. One more may be under way by then, since a call is expected to cost 0.12.
    assertThat(server.requests()).isBetween(5, 6);
    assertThat(CallCoordinator.shared().spent().cost()).isBetween(1.0 - 1e-9, 1.2 + 1e-9);
    assertThat(store.read(Tables.RESPONSES).where("status = 'ok'").count())
        .isEqualTo(server.requests());
    assertThat(loader.load().rendered()).doesNotContain(key);
  }

  @Test
  void aMissingKeyFileIsNamed() throws Exception {
    ConfigLoader loader = loader("api-key-file=\"" + folder.resolve("gone") + "\"");
    AskedCases.copied(SPARK, loader.load(), 1);
    assertThatThrownBy(() -> Commands.run(SPARK, loader.load(), "answer"))
        .hasMessageContaining("gone")
        .hasMessageContaining("api-key-file");
    assertThat(server.requests()).isZero();
  }

  @Test
  void aCancelledJobLeavesNoCallUnderWayAndKeepsWhatCame() throws Exception {
    int cases = 24;
    ConfigLoader loader = loader("max-in-flight=4");
    Store store = AskedCases.copied(SPARK, loader.load(), cases);
    AtomicInteger replies = new AtomicInteger();
    CountDownLatch held = new CountDownLatch(1);
    server.reply(question -> replies.incrementAndGet() > 4 ? after(held, question) : question);
    CompletableFuture<Counts> stage =
        CompletableFuture.supplyAsync(() -> Commands.run(SPARK, loader.load(), "answer"));
    // Four are answered, and the next four have no reply as long as they are held.
    until(() -> replies.get() >= 8);
    SPARK.sparkContext().cancelAllJobs();
    assertThatThrownBy(() -> stage.get(2, TimeUnit.MINUTES)).isInstanceOf(ExecutionException.class);
    until(() -> !NoTaskLeft.isOneRunning(SPARK.sparkContext()));
    // Two tasks end on their own: what one gives up the other may still begin.
    int asked = server.requests();
    assertThat(asked).isBetween(8, 8 + 4);
    Thread.sleep(1000);
    assertThat(server.requests()).isEqualTo(asked);
    // They have no reply yet: whoever still waited for one would leave no room for others.
    server.reply(question -> question);
    CompletableFuture.supplyAsync(() -> Commands.run(SPARK, loader.load(), "answer"))
        .get(4, TimeUnit.MINUTES);
    held.countDown();
    assertThat(server.requests()).isLessThan(asked + cases);
    assertThat(store.read(Tables.RESPONSES).where("status = 'ok'").count()).isEqualTo(cases);
  }

  @Test
  void speculationAndClustersWithoutThePluginAreRefused() {
    SparkConf conf = new SparkConf(false);
    CallJob.requireOneAttempt(conf, true);
    assertThatThrownBy(() -> CallJob.requireOneAttempt(conf, false))
        .hasMessageContaining("spark.plugins=" + AssayPlugin.class.getName());
    CallJob.requireOneAttempt(
        conf.clone().set("spark.plugins", "a.B," + AssayPlugin.class.getName()), false);
    assertThatThrownBy(
            () -> CallJob.requireOneAttempt(conf.clone().set("spark.speculation", "true"), true))
        .hasMessageContaining("spark.speculation=false");
  }

  private static void until(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(5);
    }
  }

  private static String after(CountDownLatch held, String text) {
    try {
      held.await();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
    return text;
  }

  private ConfigLoader loader(String endpoint) {
    return ConfigLoader.defaults()
        .set("store.path=" + folder.resolve("store"))
        .set(
            "llm.endpoints={e{kind=openai,model=m,base-url=\""
                + server.chat()
                + "\","
                + endpoint
                + "}}")
        .set("systems={chat{kind=openai-chat,endpoint=e}}");
  }
}
