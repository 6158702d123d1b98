package dev.assay.base;

import java.io.Serializable;

/**
 * A value that is never shown: an API key, a password. Its text is {@code ***} wherever it is
 * printed or rendered; only {@link #value()} gives the value.
 */
public record Secret(String value) implements Serializable {

  /** What is shown in place of a secret. */
  public static final String MASK = "***";

  @Override
  public String toString() {
    return MASK;
  }
}
