package dev.assay.conditions;

/**
 * A condition that cannot be read. The message says what is wrong, where (position from 1), and
 * what to write instead.
 */
public final class ConditionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConditionException(int position, String message) {
    super("position %d: %s".formatted(position, message));
  }
}
