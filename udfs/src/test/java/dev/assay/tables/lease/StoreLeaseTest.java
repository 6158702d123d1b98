package dev.assay.tables.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.tables.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreLeaseTest {
  private static final Terms TERMS =
      new Terms(
          Duration.ofMillis(50),
          Duration.ofSeconds(30),
          Duration.ofMillis(5),
          Duration.ofMillis(2));

  @TempDir Path store;
  private final List<String> said = new ArrayList<>();

  @Test
  void aSecondCommandIsToldWhoWrites() {
    try (StoreLease first = take("run", Duration.ZERO)) {
      assertThatThrownBy(() -> take("evaluate", Duration.ZERO))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("'assay run' of " + System.getProperty("user.name"))
          .hasMessageContaining("process " + ProcessHandle.current().pid())
          .hasMessageContaining("--wait MINUTES");
      first.check();
    }
    take("evaluate", Duration.ZERO).close();
    assertThat(store.resolve("claims")).isEmptyDirectory();
    assertThat(said).isEmpty();
  }

  @Test
  void whoWaitsGetsTheStoreWhenItIsGivenBack() throws Exception {
    StoreLease first = take("run", Duration.ZERO);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Future<StoreLease> second = threads.submit(() -> take("label", Duration.ofMinutes(1)));
    while (said.isEmpty()) {
      Thread.sleep(5);
    }
    assertThat(second.isDone()).isFalse();
    first.close();
    second.get().close();
    threads.shutdown();
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).startsWith("waiting for 'assay run'");
  }

  /** Eight at once, each holding for a while, two dozen times: never two, and all get it. */
  @Test
  void neverTwoAtATime() throws Exception {
    AtomicInteger holding = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Boolean>> work = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      work.add(
          () -> {
            try (StoreLease lease = take("run", Duration.ofMinutes(1))) {
              most.accumulateAndGet(holding.incrementAndGet(), Math::max);
              Thread.sleep(2);
              lease.check();
              holding.decrementAndGet();
            }
            return true;
          });
    }
    for (Future<Boolean> done : threads.invokeAll(work)) {
      assertThat(done.get()).isTrue();
    }
    threads.shutdown();
    assertThat(most).hasValue(1);
    assertThat(store.resolve("claims")).isEmptyDirectory();
  }

  @Test
  void theClaimOfAProcessThatEndedIsVoidAtOnce() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Holder here = Holder.here("run");
    claims().put(holder(here.machine(), ended.pid(), 1), true);
    assertThat(here.machine()).isNotEmpty();
    take("run", Duration.ZERO).close();
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).contains("which has ended");
  }

  /** A process that was killed while it wrote its claim anew, as it does with every beat. */
  @Test
  void anEmptyClaimOfAProcessThatEndedIsVoidAtOnce() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Files.createDirectories(store.resolve("claims"));
    Files.createFile(
        store.resolve(
            "claims/%s_%d_1_%s.held"
                .formatted(Holder.here("run").machine(), ended.pid(), UUID.randomUUID())));
    take("run", Duration.ZERO).close();
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).contains("which has ended");
    assertThat(store.resolve("claims")).isEmptyDirectory();
  }

  /** While the process lives, an empty claim is a claim. */
  @Test
  void anEmptyClaimOfThisProcessHolds() throws Exception {
    Files.createDirectories(store.resolve("claims"));
    Files.createFile(store.resolve("claims/" + Holder.here("run").id() + ".held"));
    assertThatThrownBy(() -> take("run", Duration.ZERO)).hasMessageContaining("process");
  }

  /** The number of this process, used by one that began at another time. */
  @Test
  void aProcessIsMoreThanItsNumber() {
    Holder here = Holder.here("run");
    claims().put(holder(here.machine(), here.process(), here.processStart() + 1), true);
    take("run", Duration.ZERO).close();
  }

  /** By the system's ticks: what Java says of a process moves with the clock, which may be set. */
  @Test
  void whenAProcessBeganDoesNotDependOnTheClock() throws Exception {
    Holder here = Holder.here("run");
    Process cut =
        new ProcessBuilder("cut", "-d ", "-f22", "/proc/" + here.process() + "/stat").start();
    assertThat(new String(cut.getInputStream().readAllBytes(), UTF_8).strip())
        .isEqualTo(Long.toString(here.processStart()));
  }

  /** Its time is in milliseconds of the clock, which cannot be compared. */
  @Test
  void aClaimOfAnEarlierAssayHoldsWhileItsProcessLives() throws Exception {
    Holder here = Holder.here("run");
    long began = System.currentTimeMillis() - 60_000;
    claims().put(holder(here.machine(), here.process(), began), true);
    assertThatThrownBy(() -> take("run", Duration.ZERO)).hasMessageContaining("another host");
  }

  @Test
  void aClaimFromElsewhereIsVoidAfterItsSilence() throws IOException {
    Holder elsewhere = holder("another machine", 1, 1);
    claims().put(elsewhere, true);
    assertThatThrownBy(() -> take("run", Duration.ZERO)).hasMessageContaining("another host");
    Files.setLastModifiedTime(
        store.resolve("claims").resolve(elsewhere.id() + ".held"),
        FileTime.from(Instant.now().minusSeconds(31)));
    take("run", Duration.ZERO).close();
    assertThat(said.get(0)).contains("not heard of for 3");
  }

  @Test
  void whoLostTheStoreDoesNotWrite() throws Exception {
    StoreLease paused = take("run", Duration.ZERO);
    try (var files = Files.list(store.resolve("claims"))) {
      for (Path claim : files.toList()) {
        Files.delete(claim);
      }
    }
    StoreLease taker = take("run", Duration.ZERO);
    for (int i = 0; i < 400 && checks(paused); i++) {
      Thread.sleep(10);
    }
    assertThatThrownBy(paused::check).hasMessageContaining("no longer this command's");
    paused.close();
    taker.check();
    taker.close();
  }

  @Test
  void aClaimThatCannotBeReadIsSomebodys() throws IOException {
    Files.createDirectories(store.resolve("claims"));
    Files.writeString(store.resolve("claims/" + UUID.randomUUID() + ".held"), "{\"user\": \"nig");
    assertThatThrownBy(() -> take("run", Duration.ZERO)).hasMessageContaining("somebody");
  }

  private static boolean checks(StoreLease lease) {
    try {
      lease.check();
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  private static Holder holder(String machine, long process, long start) {
    return new Holder(
        UUID.randomUUID().toString(),
        "night",
        "another host",
        machine,
        process,
        start,
        "run",
        Instant.parse("2026-11-01T02:00:00Z"));
  }

  private Claims claims() {
    return new Claims(new Configuration(), store.resolve("claims").toString());
  }

  private synchronized void say(String text) {
    said.add(text);
  }

  private StoreLease take(String command, Duration wait) {
    return StoreLease.take(claims(), Holder.here(command), TERMS, wait, this::say);
  }
}
