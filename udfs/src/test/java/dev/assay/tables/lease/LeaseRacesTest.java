package dev.assay.tables.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.tables.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of steps in which two could have had one store. */
class LeaseRacesTest {
  private static final Terms TERMS =
      new Terms(
          Duration.ofMinutes(10),
          Duration.ofMillis(300),
          Duration.ofMillis(400),
          Duration.ofMillis(2));
  private static final Terms PATIENT =
      new Terms(
          Duration.ofMinutes(10),
          Duration.ofMinutes(10),
          Duration.ofMillis(5),
          Duration.ofMillis(2));

  @TempDir Path store;

  @AfterEach
  void unwatched() {
    WatchedFiles.step = (what, file) -> {};
  }

  /**
   * The second has the names of both claims when the first's is renamed from trying to held: of the
   * one name it finds no file any more, and the other is not in its list.
   */
  @Test
  void aClaimThatIsRenamedWhileItIsListedCounts() throws Exception {
    CountDownLatch looked = new CountDownLatch(1);
    CountDownLatch listed = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch bothLooked = new CountDownLatch(1);
    WatchedFiles.step =
        (what, file) -> {
          if (is(what, file, "create", "first.held")) {
            looked.countDown();
            await(listed);
          } else if (is(what, file, "create", "second.trying")) {
            bothLooked.countDown();
            await(looked);
          } else if (is(what, file, "create", "first.trying")) {
            await(bothLooked);
          } else if (is(what, file, "see", "first.trying") && looked.getCount() == 0) {
            listed.countDown();
            await(held);
          }
        };
    CompletableFuture<StoreLease> first =
        CompletableFuture.supplyAsync(() -> take("first", PATIENT));
    first.whenComplete((lease, failure) -> held.countDown());
    CompletableFuture<Optional<StoreLease>> second =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Optional.of(take("second", PATIENT));
              } catch (StoreException e) {
                return Optional.empty();
              }
            });
    first.get(2, TimeUnit.MINUTES).check();
    assertThat(second.get(2, TimeUnit.MINUTES)).isEmpty();
    first.get().close();
    assertThat(store.resolve("claims")).isEmptyDirectory();
  }

  /**
   * Hadoop looks whether a file is there and then at its times. Where it goes between the two, as
   * the clock of another command does, that is all that the list says.
   */
  @Test
  void aFileThatGoesWhileItIsListedHidesNoClaim() throws IOException {
    Claims claims = claims();
    claims.put(holder("first"), true);
    Path clock = Files.createFile(store.resolve("claims/second.clock"));
    WatchedFiles.step =
        (what, file) -> {
          if (is(what, file, "see", "second.clock")) {
            gone(clock);
          }
        };
    assertThat(claims.all()).extracting(claim -> claim.holder().id()).containsExactly("first");
    assertThat(clock).doesNotExist();
  }

  /** It is void, and another command sees so too. */
  @Test
  void aClaimThatAnotherRemovesFirstIsRemoved() {
    Claims claims = claims();
    claims.put(holder("first"), true);
    WatchedFiles.step =
        (what, file) -> {
          if (is(what, file, "delete", "first.held")) {
            gone(store.resolve("claims/first.held"));
          }
        };
    claims.remove(holder("first"));
    assertThat(store.resolve("claims")).isEmptyDirectory();
  }

  private static void gone(Path file) {
    try {
      Files.delete(file);
      throw new NoSuchFileException(file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** It wakes, and says that it lives, right when another removes its claim. */
  @Test
  void whoWakesWhileItsStoreIsTakenDoesNotWrite() throws Exception {
    StoreLease paused = take("first", TERMS);
    Thread.sleep(400);
    CountDownLatch rewritten = new CountDownLatch(1);
    CompletableFuture<Void> woken = new CompletableFuture<>();
    AtomicBoolean removing = new AtomicBoolean();
    WatchedFiles.step =
        (what, file) -> {
          if (is(what, file, "delete", "first.held") && removing.compareAndSet(false, true)) {
            CompletableFuture.runAsync(paused::check)
                .whenComplete((done, failure) -> end(woken, failure));
            await(rewritten);
            pause();
          } else if (is(what, file, "delete", "first.trying") && removing.get()) {
            rewritten.countDown();
          }
        };
    try (StoreLease taker = take("second", TERMS)) {
      assertThatThrownBy(() -> woken.get(2, TimeUnit.MINUTES))
          .hasRootCauseInstanceOf(StoreException.class)
          .hasMessageContaining("no longer this command's");
      taker.check();
    }
    paused.close();
  }

  /** Hadoop's local file system says so by an error, not by an exception. */
  @Test
  void aFullDiskIsSaidAndLeavesNoClaim() throws IOException {
    Path claims = Files.createDirectories(store.resolve("claims"));
    Files.createSymbolicLink(claims.resolve("first.trying"), Path.of("/dev/full"));
    assertThatThrownBy(() -> take("first", PATIENT))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("No space left on device");
    assertThat(claims).isEmptyDirectory();
  }

  private static boolean is(String what, String file, String expected, String name) {
    return what.equals(expected) && file.equals(name);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(2, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void end(CompletableFuture<Void> future, Throwable failure) {
    if (failure == null) {
      future.complete(null);
    } else {
      future.completeExceptionally(failure);
    }
  }

  /** As long as a list takes, and shorter than a look. */
  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Claims claims() {
    return new Claims(WatchedFiles.configuration(), store.resolve("claims").toString());
  }

  private static Holder holder(String id) {
    return new Holder(id, "night", "host", "elsewhere", 1, 1, "run", Instant.EPOCH);
  }

  private StoreLease take(String id, Terms terms) {
    return StoreLease.take(claims(), holder(id), terms, Duration.ZERO, said -> {});
  }
}
