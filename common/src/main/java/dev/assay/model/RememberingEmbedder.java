package dev.assay.model;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Remembers what a model has computed, so that a text reaches it once however many callers ask,
 * concurrent ones included: whoever asks first computes, the others wait for that computation.
 *
 * <p>A call takes its missing texts by length, up to {@link #CLAIM} at a time; it computes all that
 * it has claimed before it waits for anybody, so callers cannot wait for each other in a circle,
 * and callers with the same texts share the work. A failed computation fails everyone who waits for
 * it and is forgotten.
 */
public final class RememberingEmbedder implements Embedder {
  /** Texts that a caller claims at once. */
  static final int CLAIM = 256;

  /** Characters that a remembered text may have per unit of the cache's size. */
  private static final int CHARACTERS_PER_ENTRY = 2_000;

  private final Embedder model;
  private final AsyncCache<String, Embedding> remembered;
  private final LongAdder texts = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /**
   * Remembers about {@code entries} ordinary texts of {@code model}; a text counts once more for
   * every 2,000 characters. The least recently used go first.
   */
  public RememberingEmbedder(Embedder model, int entries) {
    if (entries < 1) {
      throw new IllegalArgumentException(
          "models.remember = " + entries + "; allowed: 1 text or more");
    }
    this.model = model;
    this.remembered =
        Caffeine.newBuilder()
            .maximumWeight(entries)
            .weigher((String text, Embedding e) -> 1 + text.length() / CHARACTERS_PER_ENTRY)
            .executor(Runnable::run)
            .buildAsync();
  }

  @Override
  public String id() {
    return model.id();
  }

  @Override
  public int dimension() {
    return model.dimension();
  }

  /** Texts that have reached the model. */
  public long modelTexts() {
    return texts.sum();
  }

  /** Nanoseconds that callers have spent in the model, summed over threads. */
  public long modelNanos() {
    return nanos.sum();
  }

  @Override
  public List<Embedding> embed(List<String> wanted) {
    Map<String, Embedding> known = new HashMap<>();
    List<String> missing = new ArrayList<>();
    for (String text : new LinkedHashSet<>(wanted)) {
      Embedding embedding = finished(text);
      if (embedding == null) {
        missing.add(text);
      } else {
        known.put(text, embedding);
      }
    }
    missing.sort(Comparator.comparingInt(String::length));
    List<CompletableFuture<Map<String, Embedding>>> claims = new ArrayList<>();
    for (int start = 0; start < missing.size(); start += CLAIM) {
      List<String> claim = missing.subList(start, Math.min(start + CLAIM, missing.size()));
      claims.add(remembered.getAll(claim, (mine, executor) -> compute(mine)));
    }
    for (CompletableFuture<Map<String, Embedding>> claim : claims) {
      known.putAll(await(claim));
    }
    return wanted.stream().map(known::get).toList();
  }

  private Embedding finished(String text) {
    CompletableFuture<Embedding> future = remembered.getIfPresent(text);
    boolean usable = future != null && future.isDone() && !future.isCompletedExceptionally();
    return usable ? future.join() : null;
  }

  private CompletableFuture<Map<String, Embedding>> compute(Collection<? extends String> mine) {
    List<String> batch = List.copyOf(mine);
    long start = System.nanoTime();
    try {
      List<Embedding> computed = model.embed(batch);
      Map<String, Embedding> results = new HashMap<>();
      for (int i = 0; i < batch.size(); i++) {
        results.put(batch.get(i), computed.get(i));
      }
      return CompletableFuture.completedFuture(results);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    } finally {
      texts.add(batch.size());
      nanos.add(System.nanoTime() - start);
    }
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("Interrupted while another caller computed the embedding");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new ModelException("The embedder failed: " + cause, cause);
    }
  }
}
