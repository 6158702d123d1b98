package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RowLimitTest {
  private static final RowLimit LONG = new RowLimit(Duration.ofMinutes(10));

  private final CountDownLatch never = new CountDownLatch(1);

  @Test
  void piecesAreDoneInOrderByOneThreadThatIsNotTheCallers() {
    List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    List<RowLimit.Ended<Integer>> ended =
        LONG.all(
            List.of(
                piece(1, () -> in(threads, 1)),
                piece(1, () -> in(threads, 2)),
                piece(1, () -> in(threads, 3))));
    assertThat(ended).extracting(RowLimit.Ended::get).containsExactly(1, 2, 3);
    assertThat(threads).hasSize(3).doesNotContain(Thread.currentThread());
    assertThat(Collections.nCopies(3, threads.get(0))).isEqualTo(threads);
  }

  @Test
  void noneIsNoWork() {
    assertThat(LONG.all(List.of())).isEmpty();
  }

  @Test
  void whatFailsCostsItselfAndIsThrownAsItWas() {
    StackOverflowError deep = new StackOverflowError();
    IllegalStateException wrong = new IllegalStateException("wrong");
    List<RowLimit.Ended<Integer>> ended =
        LONG.all(
            List.of(
                piece(
                    1,
                    () -> {
                      throw deep;
                    }),
                piece(1, () -> 2),
                piece(
                    1,
                    () -> {
                      throw wrong;
                    })));
    assertThatThrownBy(ended.get(0)::get).isSameAs(deep);
    assertThat(ended.get(1).get()).isEqualTo(2);
    assertThatThrownBy(ended.get(2)::get).isSameAs(wrong);
  }

  @Test
  void oneThatHangsIsLeftAndThoseBehindItAreDoneByAnotherThread() {
    List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    List<RowLimit.Ended<Integer>> ended =
        new RowLimit(Duration.ofSeconds(1))
            .all(
                List.of(
                    piece(1, () -> in(threads, 1)),
                    piece(1, () -> deaf(4)),
                    piece(1, () -> in(threads, 3)),
                    piece(1, () -> in(threads, 4))));
    never.countDown();
    assertThat(ended.get(0).get()).isEqualTo(1);
    assertThatThrownBy(ended.get(1)::get).isInstanceOf(RowLimit.Overrun.class);
    assertThat(ended.subList(2, 4)).extracting(RowLimit.Ended::get).containsExactly(3, 4);
    assertThat(threads).hasSize(3);
    assertThat(threads.get(1)).isSameAs(threads.get(2)).isNotSameAs(threads.get(0));
  }

  @Test
  void whatIsLeftDoesNotGoOnWithThePiecesBehindIt() throws InterruptedException {
    CountDownLatch released = new CountDownLatch(1);
    List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    AtomicReference<Thread> leftOne = new AtomicReference<>();
    new RowLimit(Duration.ofMillis(50))
        .all(
            List.of(
                piece(
                    2,
                    () -> {
                      leftOne.set(Thread.currentThread());
                      awaitDeaf(never);
                      released.countDown();
                      return 1;
                    }),
                piece(1, () -> in(threads, 2))));
    never.countDown();
    assertThat(released.await(1, TimeUnit.MINUTES)).isTrue();
    TimeUnit.MILLISECONDS.sleep(50);
    assertThat(threads).hasSize(1).doesNotContain(leftOne.get());
  }

  /** A batch of 160 may take 11 times as long as a row: who waits for it must not wait so long. */
  @Test
  void aRowBehindALargeBatchHasItsOwnTimeAlone() {
    Duration row = Duration.ofSeconds(1);
    long begun = System.nanoTime();
    List<RowLimit.Ended<Integer>> ended =
        new RowLimit(row)
            .all(
                List.of(
                    piece(
                        160,
                        () -> {
                          LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
                          return 1;
                        }),
                    piece(1, () -> deaf(2))));
    Duration waited = Duration.ofNanos(System.nanoTime() - begun);
    never.countDown();
    assertThat(ended.get(0).get()).isEqualTo(1);
    assertThatThrownBy(ended.get(1)::get)
        .isInstanceOf(RowLimit.Overrun.class)
        .hasMessageContaining("1 s");
    assertThat(waited).isBetween(row.plusMillis(300), row.multipliedBy(8));
  }

  @Test
  void aCancelledTaskBeginsNoFurtherPiece() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch returned = new CountDownLatch(1);
    AtomicBoolean further = new AtomicBoolean();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread task =
        new Thread(
            () -> {
              try {
                LONG.all(
                    List.of(
                        piece(
                            1,
                            () -> {
                              begun.countDown();
                              awaitDeaf(never);
                              returned.countDown();
                              return 1;
                            }),
                        piece(
                            1,
                            () -> {
                              further.set(true);
                              return 2;
                            })));
              } catch (IllegalStateException e) {
                thrown.set(e);
                interrupted.set(Thread.currentThread().isInterrupted());
              }
            });
    task.start();
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    task.interrupt();
    task.join(Duration.ofMinutes(1).toMillis());
    never.countDown();
    assertThat(returned.await(1, TimeUnit.MINUTES)).isTrue();
    TimeUnit.MILLISECONDS.sleep(50);
    assertThat(thrown.get()).hasMessage("The task is being cancelled");
    assertThat(interrupted).isTrue();
    assertThat(further).isFalse();
  }

  @Test
  void anInterruptionThatAPieceLeavesBehindIsNotTheNextOnes() {
    List<RowLimit.Ended<Boolean>> ended =
        LONG.all(
            List.of(
                piece(
                    1,
                    () -> {
                      Thread.currentThread().interrupt();
                      return true;
                    }),
                piece(1, () -> Thread.currentThread().isInterrupted()),
                piece(1, () -> Thread.currentThread().isInterrupted())));
    assertThat(ended.get(1).get()).isFalse();
  }

  @Test
  void whatFailsUnderAnInterruptionWasCancelledAndSoAreThoseBehindIt() {
    AtomicBoolean further = new AtomicBoolean();
    List<RowLimit.Piece<Boolean>> pieces =
        List.of(
            piece(
                1,
                () -> {
                  Thread.currentThread().interrupt();
                  throw new IllegalStateException("interrupted");
                }),
            piece(1, () -> further.getAndSet(true)));
    assertThatThrownBy(() -> LONG.all(pieces)).hasMessage("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(further).isFalse();
  }

  @Test
  void anErrorThatIsNotTheWorksOwnIsThrownAndNothingIsDoneBehindIt() {
    OutOfMemoryError full = new OutOfMemoryError("a test's");
    AtomicBoolean further = new AtomicBoolean();
    List<RowLimit.Piece<Boolean>> pieces =
        List.of(
            piece(1, () -> true),
            piece(
                1,
                () -> {
                  throw full;
                }),
            piece(1, () -> further.getAndSet(true)));
    assertThatThrownBy(() -> LONG.all(pieces)).isSameAs(full);
    assertThat(further).isFalse();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void eachPieceHasItsOwnTime() {
    Supplier<Integer> most =
        () -> {
          LockSupport.parkNanos(Duration.ofMillis(900).toNanos());
          return 1;
        };
    List<RowLimit.Ended<Integer>> ended =
        new RowLimit(Duration.ofMillis(1500)).all(List.of(piece(1, most), piece(1, most)));
    assertThat(ended).extracting(RowLimit.Ended::get).containsExactly(1, 1);
  }

  @Test
  void aLimitMayBeLongerThanNanosecondsCanTell() {
    RowLimit none = new RowLimit(Duration.ofSeconds(Integer.MAX_VALUE));
    assertThat(none.all(List.of(piece(64, () -> 1))).get(0).get()).isEqualTo(1);
  }

  /** A batch may only be slow: it takes no place of those that hang. */
  @Test
  void aBatchThatIsLeftAndReturnsIsNotCounted() throws InterruptedException {
    RowLimit limit = new RowLimit(Duration.ofMillis(50));
    CountDownLatch released = new CountDownLatch(1);
    CountDownLatch returned = new CountDownLatch(1);
    RowLimit.Piece<Integer> batch =
        new RowLimit.Piece<>(
            "counted",
            2,
            () -> {
              awaitDeaf(released);
              returned.countDown();
              return 1;
            });
    assertThatThrownBy(limit.all(List.of(batch)).get(0)::get).isInstanceOf(RowLimit.Overrun.class);
    assertThat(limit.isSlow("counted")).as("said at once").isTrue();
    released.countDown();
    assertThat(returned.await(1, TimeUnit.MINUTES)).isTrue();
    TimeUnit.MILLISECONDS.sleep(50);
    AtomicInteger begun = new AtomicInteger();
    for (int i = 0; i <= RowLimit.MOST_LEFT; i++) {
      RowLimit.Piece<Integer> row =
          new RowLimit.Piece<>(
              "counted",
              1,
              () -> {
                begun.incrementAndGet();
                awaitAsleep(never);
                return 1;
              });
      assertThatThrownBy(limit.all(List.of(row)).get(0)::get).isInstanceOf(RowLimit.Overrun.class);
    }
    never.countDown();
    assertThat(begun).hasValue(RowLimit.MOST_LEFT);
  }

  private static <T> RowLimit.Piece<T> piece(int rows, Supplier<T> work) {
    return new RowLimit.Piece<>("of RowLimitTest", rows, work);
  }

  private static int in(List<Thread> threads, int value) {
    threads.add(Thread.currentThread());
    return value;
  }

  private int deaf(int value) {
    awaitDeaf(never);
    return value;
  }

  /** The same without taking a core. */
  private static void awaitAsleep(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      Thread.interrupted();
    }
  }

  /** Waits, deaf to interruption, as a regular expression is. */
  private static void awaitDeaf(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      Thread.onSpinWait();
    }
  }
}
