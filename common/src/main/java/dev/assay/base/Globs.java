package dev.assay.base;

import java.util.regex.Pattern;

/** Patterns of paths, as Hadoop's file systems have them. */
public final class Globs {
  private static final Pattern SIGNS = Pattern.compile("[\\[\\]{}*?\\\\]");

  private Globs() {}

  /** The pattern that {@code path} alone matches. */
  public static String literal(String path) {
    return SIGNS.matcher(path).replaceAll("\\\\$0");
  }
}
