package dev.assay.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Walks an iterator in batches, lazily: at most one batch of input and output is held. */
public final class Batches<I, O> implements Iterator<O> {
  private final Iterator<I> input;
  private final int size;
  private final Function<List<I>, List<O>> work;
  private final Deque<O> ready = new ArrayDeque<>();

  /**
   * @param size of a batch, the last may be smaller
   * @param work from a batch to what comes of it
   */
  public Batches(Iterator<I> input, int size, Function<List<I>, List<O>> work) {
    this.input = input;
    this.size = size;
    this.work = work;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && input.hasNext()) {
      List<I> batch = new ArrayList<>(size);
      while (batch.size() < size && input.hasNext()) {
        batch.add(input.next());
      }
      ready.addAll(work.apply(batch));
    }
    return !ready.isEmpty();
  }

  @Override
  public O next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }
}
