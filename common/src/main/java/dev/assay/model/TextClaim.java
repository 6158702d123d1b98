package dev.assay.model;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * The texts that one call computes. It does so batch by batch, and a batch is computed by who takes
 * it first: a call that waits for one of its texts takes it where nobody has.
 *
 * @param <T> what is computed of a text
 */
final class TextClaim<T> {
  private final Map<String, Coming<T>> texts = new LinkedHashMap<>();
  private final CompletableFuture<Map<String, Turn>> ready = new CompletableFuture<>();
  private final ConcurrentMap<String, CompletableFuture<T>> results;
  private final LongAdder computed;
  private final LongAdder nanos;

  /**
   * The result of a text that is claimed.
   *
   * @param <T> what is computed
   */
  static final class Coming<T> extends CompletableFuture<T> {
    private volatile TextClaim<T> claim;

    private Coming(TextClaim<T> claim) {
      this.claim = claim;
    }

    /** Computes the text's batch unless somebody has begun to. */
    void help(String text) {
      TextClaim<T> owner = claim;
      if (owner != null && !isDone()) {
        owner.run(text);
      }
    }

    /** What is remembered for long holds on to its result alone. */
    private void letGo() {
      claim = null;
    }
  }

  /** A batch that one thread computes. */
  private final class Turn {
    private final TextBatch<T> batch;
    private final AtomicBoolean taken = new AtomicBoolean();

    Turn(TextBatch<T> batch) {
      this.batch = batch;
    }

    void run() {
      if (!taken.compareAndSet(false, true)) {
        return;
      }
      long start = System.nanoTime();
      List<T> results;
      try {
        results = batch.work().get();
        if (results.size() != batch.texts().size()) {
          throw new IllegalStateException(
              "%d results of %d texts".formatted(results.size(), batch.texts().size()));
        }
      } catch (Throwable e) { // Whatever it is, nobody must wait for ever.
        fail(batch.texts(), e);
        return;
      } finally {
        computed.add(batch.texts().size());
        nanos.add(System.nanoTime() - start);
      }
      for (int i = 0; i < results.size(); i++) {
        Coming<T> one = texts.get(batch.texts().get(i));
        one.complete(results.get(i));
        one.letGo();
      }
    }
  }

  /**
   * @param results of all calls, finished and under way
   * @param computed is told how many texts have reached the model
   * @param nanos is told how long they took
   */
  TextClaim(
      ConcurrentMap<String, CompletableFuture<T>> results, LongAdder computed, LongAdder nanos) {
    this.results = results;
    this.computed = computed;
    this.nanos = nanos;
  }

  /** The result of {@code text}, which this claim will compute if no other has it. */
  CompletableFuture<T> claim(String text) {
    Coming<T> own = new Coming<>(this);
    texts.put(text, own);
    CompletableFuture<T> other = results.putIfAbsent(text, own);
    if (other == null) {
      return own;
    }
    texts.remove(text);
    return other;
  }

  /**
   * Computes all texts, but for what others take or have taken. Throws nothing: failures are the
   * texts' own.
   *
   * @param model makes batches, each text in one
   */
  void compute(Function<List<String>, List<TextBatch<T>>> model) {
    Map<String, Turn> turns = texts.isEmpty() ? Map.of() : turns(model);
    ready.complete(turns);
    new LinkedHashSet<>(turns.values()).forEach(Turn::run);
  }

  private Map<String, Turn> turns(Function<List<String>, List<TextBatch<T>>> model) {
    long start = System.nanoTime();
    Map<String, Turn> turns = new LinkedHashMap<>();
    try {
      for (TextBatch<T> batch : model.apply(List.copyOf(texts.keySet()))) {
        Turn turn = new Turn(batch);
        batch.texts().forEach(text -> turns.put(text, turn));
      }
      if (!turns.keySet().equals(texts.keySet())) {
        throw new IllegalStateException(
            "batches of %d texts in the place of %d".formatted(turns.size(), texts.size()));
      }
      return turns;
    } catch (Throwable e) { // As above.
      computed.add(texts.size());
      fail(List.copyOf(texts.keySet()), e);
      return Map.of();
    } finally {
      nanos.add(System.nanoTime() - start);
    }
  }

  private void run(String text) {
    // Whoever makes batches waits for nobody meanwhile.
    Turn turn = TextMemory.await(ready).get(text);
    if (turn != null) {
      turn.run();
    }
  }

  /** Fails what was claimed, of which nothing is computed. */
  void fail(Throwable e) {
    fail(List.copyOf(texts.keySet()), e);
    ready.complete(Map.of());
  }

  /** Forgets them all before the first of them fails: who tries again finds none that has. */
  private void fail(List<String> failed, Throwable e) {
    List<Coming<T>> all = failed.stream().map(texts::get).filter(Objects::nonNull).toList();
    for (String text : failed) {
      Coming<T> one = texts.get(text);
      if (one != null) {
        results.remove(text, one);
      }
    }
    // A cache would log any other failure, once for every text.
    CancellationException failure = new CancellationException();
    failure.initCause(e);
    for (Coming<T> one : all) {
      one.completeExceptionally(failure);
      one.letGo();
    }
  }
}
