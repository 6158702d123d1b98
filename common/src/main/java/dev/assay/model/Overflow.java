package dev.assay.model;

import java.util.Optional;

/**
 * Where a {@link TextMemory} puts what it has no room for. It may forget anything at any time, and
 * fails never.
 *
 * @param <T> what is computed of a text
 */
public interface Overflow<T> {
  /** What was put there for {@code text}, to the last bit, if it is still there. */
  Optional<T> read(String text);

  /** Keeps {@code value}, unless it is there. */
  void write(String text, T value);

  /** Keeps nothing. */
  static <T> Overflow<T> none() {
    return new Overflow<>() {
      @Override
      public Optional<T> read(String text) {
        return Optional.empty();
      }

      @Override
      public void write(String text, T value) {}
    };
  }
}
