package dev.assay.model;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
    CountDownLatch asked = new CountDownLatch(1);
    TextMemory<String> memory =
        memory(
            texts ->
                TextBatch.byLength(
                    texts,
                    some -> {
                      runs.incrementAndGet();
                      begun.countDown();
                      await(asked);
                      return some;
                    }));
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      Future<List<String>> owner = pool.submit(() -> memory.of(List.of("a", "b")));
      await(begun);
      Future<List<String>> other =
          pool.submit(
              () -> {
                asked.countDown();
                return memory.of(List.of("b", "a"));
              });
      assertThat(owner.get()).containsExactly("a", "b");
      assertThat(other.get()).containsExactly("b", "a");
    } finally {
      pool.shutdownNow();
    }
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
    failing.set(false);
    assertThat(memory.of(List.of("a", "bb"))).containsExactly("a", "bb");
    assertThat(runs.get()).isEqualTo(3);
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
