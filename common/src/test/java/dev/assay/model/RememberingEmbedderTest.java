package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RememberingEmbedderTest {
  private final CountingEmbedder model = new CountingEmbedder();
  private final RememberingEmbedder remembering = new RememberingEmbedder(model, 100_000);

  @Test
  void eachTextReachesTheModelOnceHoweverManyThreadsAsk() throws Exception {
    model.pauseMillis = 2;
    List<String> texts = texts(0, 3_000);
    together(
        16,
        thread -> {
          List<String> mine = new ArrayList<>(texts);
          Collections.shuffle(mine, new Random(thread));
          for (int start = 0; start < mine.size(); start += 700) {
            List<String> part = mine.subList(start, Math.min(start + 700, mine.size()));
            assertMeans(part, remembering.embed(part));
          }
        });
    assertThat(model.times).hasSize(3_000);
    assertThat(model.most()).isEqualTo(1);
    assertThat(remembering.modelTexts()).isEqualTo(3_000);
    // Each of 16 asks for 3,000, of which one has it computed.
    assertThat(remembering.remembered()).isEqualTo(45_000);
    assertThat(remembering.modelNanos()).isPositive();
  }

  @Test
  void callersWithTheSameTextsShareTheWork() throws Exception {
    model.pauseMillis = 50;
    List<String> texts = texts(0, 8 * TextBatch.TEXTS);
    together(4, thread -> assertMeans(texts, remembering.embed(texts)));
    assertThat(model.threads).hasSizeGreaterThan(1);
    assertThat(model.total()).isEqualTo(texts.size());
  }

  @Test
  void overlappingBatchesDoNotDeadlock() throws Exception {
    model.pauseMillis = 5;
    for (int round = 0; round < 20; round++) {
      int first = round * 1_000;
      List<String> left = texts(first, first + 600);
      List<String> right = new ArrayList<>(texts(first + 300, first + 900));
      Collections.reverse(right);
      together(2, thread -> assertThat(remembering.embed(thread == 0 ? left : right)).hasSize(600));
    }
    assertThat(model.most()).isEqualTo(1);
  }

  @Test
  void repeatedTextsOfOneCallAreOneCallOfTheModel() {
    List<String> texts = List.of("a", "bb", "a", "", "bb");
    assertMeans(texts, remembering.embed(texts));
    assertThat(model.calls).hasValue(1);
    assertThat(model.total()).isEqualTo(3);
    remembering.embed(texts);
    assertThat(model.calls).hasValue(1);
    assertThat(remembering.embed(List.of())).isEmpty();
  }

  @Test
  void aFailureFailsAllWhoWaitAndIsForgotten() throws Exception {
    model.pauseMillis = 100;
    model.failing.set(true);
    List<String> texts = List.of("x", "y");
    together(
        4,
        thread ->
            assertThatThrownBy(() -> remembering.embed(texts))
                .isInstanceOf(ModelException.class)
                .hasMessage("planned failure"));
    model.failing.set(false);
    assertMeans(texts, remembering.embed(texts));
  }

  @Test
  void remembersNoMoreThanItMay() {
    RememberingEmbedder small = new RememberingEmbedder(model, 10);
    for (String text : texts(0, 200)) {
      small.embed(List.of(text));
    }
    small.embed(texts(0, 100));
    assertThat(model.total()).isGreaterThan(280);
    String huge = "h".repeat(100_000);
    small.embed(List.of(huge));
    small.embed(List.of(huge));
    assertThat(model.times.get(huge)).isEqualTo(2);
  }

  private void assertMeans(List<String> texts, List<Embedding> embeddings) {
    assertThat(embeddings).hasSameSizeAs(texts);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(embeddings.get(i).vector()[0])
          .isEqualTo((float) Math.cos(texts.get(i).hashCode()));
    }
  }

  private static List<String> texts(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "text " + i).toList();
  }

  private interface Work {
    void run(int thread);
  }

  private static void together(int threads, Work work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch ready = new CountDownLatch(threads);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int number = thread;
        tasks.add(
            () -> {
              ready.countDown();
              ready.await();
              work.run(number);
              return null;
            });
      }
      for (Future<Void> future : pool.invokeAll(tasks)) {
        future.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
