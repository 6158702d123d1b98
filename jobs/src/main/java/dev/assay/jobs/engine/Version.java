package dev.assay.jobs.engine;

/** The version of this build. */
public final class Version {
  private Version() {}

  /** From the jar's manifest; {@code dev} when run from class files. */
  public static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }
}
