package dev.assay.tables;

import java.util.Map;

/**
 * A commit of Delta notes which files there are, by those that the commit before noted. Where the
 * time zone of the JVM or of the session is not UTC, Delta reads the whole log besides, by jobs of
 * Spark for each commit, to compare the two. What is noted is the same in any zone: the lines of
 * the log, and statistics of keys (see {@link Definitions#STATISTICS}).
 */
public final class OneState {
  /** The settings of Spark by which it does not. */
  public static final Map<String, String> SETTINGS =
      Map.of(
          "spark.databricks.delta.allFilesInCrc.verificationMode.forceOnNonUTC.enabled", "false");

  private OneState() {}
}
