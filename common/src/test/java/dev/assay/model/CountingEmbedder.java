package dev.assay.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what reaches it; each text's vector is made of its hash. */
final class CountingEmbedder implements Embedder {
  final ConcurrentMap<String, Integer> times = new ConcurrentHashMap<>();
  final Set<String> threads = ConcurrentHashMap.newKeySet();
  final AtomicInteger calls = new AtomicInteger();
  final AtomicBoolean failing = new AtomicBoolean();
  volatile int pauseMillis;

  @Override
  public String id() {
    return "counting";
  }

  @Override
  public int dimension() {
    return 2;
  }

  @Override
  public List<Embedding> embed(List<String> texts) {
    calls.incrementAndGet();
    threads.add(Thread.currentThread().getName());
    texts.forEach(text -> times.merge(text, 1, Integer::sum));
    try {
      Thread.sleep(pauseMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failing.get()) {
      throw new ModelException("planned failure");
    }
    List<Embedding> embeddings = new ArrayList<>();
    for (String text : texts) {
      double angle = text.hashCode();
      float[] vector = {(float) Math.cos(angle), (float) Math.sin(angle)};
      embeddings.add(new Embedding(vector, text.length(), false));
    }
    return embeddings;
  }

  int most() {
    return times.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  int total() {
    return Map.copyOf(times).values().stream().mapToInt(Integer::intValue).sum();
  }
}
