package dev.assay.model;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Weigher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Remembers what a model has computed of texts, so that a text reaches it once however many callers
 * ask, concurrent ones included: whoever asks first computes, the others wait for that computation.
 *
 * <p>A call claims its missing texts, those of about one length first, up to {@link #CLAIM} at a
 * time, and computes them in the model's batches before it waits for anybody, so callers cannot
 * wait for each other in a circle. Who would wait for a text that another has claimed computes its
 * batch where nobody has begun it, so that callers with the same texts share the work, and a core
 * waits for no longer than a batch takes. A failed computation fails everyone who waits for it and
 * is forgotten. The least recently used go first, to the overflow, where they are looked for before
 * they are computed again.
 *
 * @param <T> what is computed of a text
 */
public final class TextMemory<T> {
  /** Texts that a caller claims at once: what the model prepares of them is held. */
  static final int CLAIM = 4_096;

  private final Function<List<String>, List<TextBatch<T>>> model;
  private final Overflow<T> overflow;
  private final AsyncCache<String, T> remembered;
  private final LongAdder asked = new LongAdder();
  private final LongAdder texts = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /**
   * @param capacity sum of the weights of what is remembered
   * @param weigher the weight of one result, positive
   * @param model makes batches of texts, each of them in one
   */
  public TextMemory(
      long capacity, Weigher<String, T> weigher, Function<List<String>, List<TextBatch<T>>> model) {
    this(capacity, weigher, model, Overflow.none());
  }

  /**
   * The same.
   *
   * @param overflow has what there is no room for
   */
  public TextMemory(
      long capacity,
      Weigher<String, T> weigher,
      Function<List<String>, List<TextBatch<T>>> model,
      Overflow<T> overflow) {
    this.model = model;
    this.overflow = overflow;
    this.remembered =
        Caffeine.newBuilder()
            .maximumWeight(capacity)
            .weigher(weigher)
            .executor(Runnable::run)
            .removalListener(this::removed)
            .buildAsync();
  }

  /** Texts that have reached the model. */
  public long modelTexts() {
    return texts.sum();
  }

  /** Texts of which callers wanted a result that was there, or under way. */
  public long remembered() {
    return asked.sum() - texts.sum();
  }

  /** Nanoseconds that callers have spent in the model, summed over threads. */
  public long modelNanos() {
    return nanos.sum();
  }

  /** Remembers a result that came by another way, unless there is one. */
  public void offer(String text, T result) {
    remembered.asMap().putIfAbsent(text, CompletableFuture.completedFuture(result));
  }

  private void removed(String text, T result, RemovalCause cause) {
    if (cause == RemovalCause.SIZE && result != null) {
      overflow.write(text, result);
    }
  }

  /** One result per text, in order. */
  public List<T> of(List<String> wanted) {
    asked.add(wanted.size());
    Map<String, T> known = new HashMap<>();
    List<String> missing = new ArrayList<>();
    for (String text : new LinkedHashSet<>(wanted)) {
      T result = finished(text);
      if (result == null) {
        result = read(text);
      }
      if (result == null) {
        missing.add(text);
      } else {
        known.put(text, result);
      }
    }
    missing.sort(Comparator.comparingInt(String::length));
    for (int start = 0; start < missing.size(); start += CLAIM) {
      known.putAll(computed(missing.subList(start, Math.min(start + CLAIM, missing.size()))));
    }
    return wanted.stream().map(known::get).toList();
  }

  private T finished(String text) {
    CompletableFuture<T> future = remembered.getIfPresent(text);
    boolean usable = future != null && future.isDone() && !future.isCompletedExceptionally();
    return usable ? future.join() : null;
  }

  private T read(String text) {
    T result = overflow.read(text).orElse(null);
    if (result != null) {
      offer(text, result);
    }
    return result;
  }

  private Map<String, T> computed(List<String> missing) {
    TextClaim<T> claim = new TextClaim<>(remembered.asMap(), texts, nanos);
    Map<String, CompletableFuture<T>> coming = new LinkedHashMap<>();
    try {
      missing.forEach(text -> coming.put(text, claim.claim(text)));
    } catch (RuntimeException | Error e) { // Who waits for those that are claimed would wait on.
      claim.fail(e);
      throw e;
    }
    claim.compute(model);
    coming.forEach(
        (text, result) -> {
          if (result instanceof TextClaim.Coming<T> claimed) {
            claimed.help(text);
          }
        });
    Map<String, T> results = new HashMap<>();
    coming.forEach((text, result) -> results.put(text, await(result)));
    return results;
  }

  static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("Interrupted while another caller computed it");
    } catch (ExecutionException | CancellationException e) {
      Throwable cause = e.getCause();
      if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new ModelException("The model failed: " + cause, cause);
    }
  }
}
