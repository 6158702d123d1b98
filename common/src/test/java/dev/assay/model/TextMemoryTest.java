package dev.assay.model;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TextMemoryTest {
  private final AtomicInteger runs = new AtomicInteger();

  /** One core would stand still while the other does all that both want. */
  @Test
  void whoWouldWaitForABatchThatNobodyHasBegunComputesIt() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    TextMemory<String> memory =
        memory(
            texts ->
                oneByOne(
                    texts,
                    text -> {
                      if (text.equals("a")) {
                        first.countDown();
                        await(second);
                      } else {
                        second.countDown();
                      }
                      return text;
                    }));
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      Future<List<String>> owner = pool.submit(() -> memory.of(List.of("a", "bb")));
      await(first); // It has claimed both, and is at work on the shorter one.
      assertThat(memory.of(List.of("bb"))).containsExactly("bb");
      assertThat(owner.get()).containsExactly("a", "bb");
    } finally {
      pool.shutdownNow();
    }
    assertThat(runs.get()).isEqualTo(2);
    assertThat(memory.modelTexts()).isEqualTo(2);
    assertThat(memory.remembered()).isEqualTo(1);
  }

  /** A batch that another has taken is waited for. */
  @Test
  void aBatchIsComputedOnce() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(1);
    TextMemory<String> memory =
        memory(
            texts ->
                TextBatch.byLength(
                    texts,
                    some -> {
                      runs.incrementAndGet();
                      begun.countDown();
                      await(waiting);
                      return some;
                    }));
    List<String> found = new ArrayList<>();
    Thread owner = new Thread(() -> memory.of(List.of("a", "b")));
    owner.start();
    await(begun);
    Thread other = new Thread(() -> found.addAll(memory.of(List.of("b", "a"))));
    other.start();
    while (other.getState() != Thread.State.WAITING && other.isAlive()) {
      Thread.onSpinWait();
    }
    waiting.countDown();
    other.join();
    owner.join();
    assertThat(found).containsExactly("b", "a");
    assertThat(runs.get()).isEqualTo(1);
  }

  @Test
  void aBatchThatFailsLeavesTheOthers() {
    AtomicBoolean failing = new AtomicBoolean(true);
    TextMemory<String> memory =
        memory(
            texts ->
                oneByOne(
                    texts,
                    text -> {
                      if (failing.get() && text.equals("a")) {
                        throw new ModelException("planned");
                      }
                      return text;
                    }));
    assertThatThrownBy(() -> memory.of(List.of("a", "bb"))).hasMessage("planned");
    assertThat(runs.get()).isEqualTo(2);
    assertThat(memory.modelTexts()).isEqualTo(2);
    failing.set(false);
    assertThat(memory.of(List.of("a", "bb"))).containsExactly("a", "bb");
    assertThat(runs.get()).isEqualTo(3);
  }

  /** Else who tries again at once would find a text whose failure is about to be told. */
  @Test
  void allTextsOfABatchAreForgottenBeforeTheFirstOfThemFails() {
    ConcurrentMap<String, CompletableFuture<String>> results = new ConcurrentHashMap<>();
    TextClaim<String> claim = new TextClaim<>(results, new LongAdder(), new LongAdder());
    List<Integer> left = new ArrayList<>();
    for (String text : List.of("a", "b", "c")) {
      claim.claim(text).whenComplete((result, failure) -> left.add(results.size()));
    }
    claim.compute(
        texts ->
            List.of(
                new TextBatch<>(
                    texts,
                    () -> {
                      throw new StackOverflowError("planned");
                    })));
    assertThat(left).containsExactly(0, 0, 0);
  }

  /** The claim has all texts of a call with their tokens. */
  @Test
  void whatIsRememberedHoldsOnToItsResultAlone() {
    ConcurrentMap<String, CompletableFuture<String>> results = new ConcurrentHashMap<>();
    TextClaim<String> claim = new TextClaim<>(results, new LongAdder(), new LongAdder());
    CompletableFuture<String> done = claim.claim("a");
    assertThatObject(done).extracting("claim").isSameAs(claim);
    claim.compute(texts -> oneByOne(texts, text -> text));
    assertThat(done).isCompletedWithValue("a");
    assertThatObject(done).extracting("claim").isNull();
  }

  @Test
  void whoWaitsForAClaimThatWasGivenUpIsTold() {
    ConcurrentMap<String, CompletableFuture<String>> results = new ConcurrentHashMap<>();
    TextClaim<String> claim = new TextClaim<>(results, new LongAdder(), new LongAdder());
    TextClaim.Coming<String> coming = (TextClaim.Coming<String>) claim.claim("a");
    claim.fail(new OutOfMemoryError("planned"));
    coming.help("a");
    assertThatThrownBy(() -> TextMemory.await(coming))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("planned");
    assertThat(results).isEmpty();
  }

  @Test
  void errorsComeToWhoAsksAsTheyAre() {
    TextMemory<String> memory =
        memory(
            texts ->
                oneByOne(
                    texts,
                    text -> {
                      throw new StackOverflowError("planned");
                    }));
    assertThatThrownBy(() -> memory.of(List.of("a")))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("planned");
  }

  @Test
  void manyTextsAreClaimedSomeAfterTheOthers() {
    List<Integer> claimed = new ArrayList<>();
    TextMemory<String> memory =
        new TextMemory<>(
            100_000,
            (text, result) -> 1,
            texts -> {
              claimed.add(texts.size());
              return TextBatch.byLength(texts, some -> some);
            });
    List<String> texts =
        IntStream.rangeClosed(0, TextMemory.CLAIM).mapToObj(i -> "text " + i).toList();
    assertThat(memory.of(texts)).isEqualTo(texts);
    assertThat(claimed).containsExactly(TextMemory.CLAIM, 1);
  }

  /** Nobody waits for ever for a text that is in no batch, or for one that has no result. */
  @Test
  void textsWithoutABatchOrWithoutAResultFailAndAreForgotten() {
    List<Function<List<String>, List<TextBatch<String>>>> models = new ArrayList<>();
    models.add(texts -> oneByOne(texts.subList(0, 1), text -> text));
    models.add(texts -> List.of(new TextBatch<>(texts, () -> List.of("one"))));
    models.add(
        texts -> {
          throw new IllegalStateException("no batches");
        });
    for (Function<List<String>, List<TextBatch<String>>> broken : models) {
      AtomicBoolean right = new AtomicBoolean();
      TextMemory<String> memory =
          memory(texts -> right.get() ? oneByOne(texts, text -> text) : broken.apply(texts));
      assertThatThrownBy(() -> memory.of(List.of("a", "bb")))
          .isInstanceOf(IllegalStateException.class);
      right.set(true);
      assertThat(memory.of(List.of("bb", "a"))).containsExactly("bb", "a");
    }
  }

  @Test
  void textsGoByLengthWhereTheModelSaysNothing() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < TextBatch.TEXTS + 1; i++) {
      texts.add("x".repeat(TextBatch.TEXTS - i));
    }
    List<TextBatch<String>> batches = TextBatch.byLength(texts, some -> some);
    assertThat(batches).extracting(batch -> batch.texts().size()).containsExactly(256, 1);
    assertThat(batches.get(0).texts()).startsWith("", "x");
    assertThat(batches.get(1).work().get()).containsExactly("x".repeat(256));
  }

  private static TextMemory<String> memory(Function<List<String>, List<TextBatch<String>>> model) {
    return new TextMemory<>(1_000, (text, result) -> 1, model);
  }

  private List<TextBatch<String>> oneByOne(List<String> texts, UnaryOperator<String> model) {
    return texts.stream()
        .map(
            text ->
                new TextBatch<>(
                    List.of(text),
                    () -> {
                      runs.incrementAndGet();
                      return List.of(model.apply(text));
                    }))
        .toList();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
