package dev.assay.tables;

import java.util.Map;

/**
 * A commit of Delta notes which files there are from those before it. Where the JVM's time zone is
 * not UTC, Delta reads the whole log besides, by a job of Spark for each commit, to compare: times
 * in its statistics were once written in local time. Our tables have no statistics of times.
 */
public final class OneState {
  /** The settings of Spark by which it does not. */
  public static final Map<String, String> SETTINGS =
      Map.of(
          "spark.databricks.delta.allFilesInCrc.verificationMode.forceOnNonUTC.enabled", "false");

  private OneState() {}
}
