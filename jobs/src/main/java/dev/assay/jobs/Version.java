package dev.assay.jobs;

/** The version of this build. */
final class Version {
  private Version() {}

  /** From the jar's manifest; {@code dev} when run from class files. */
  static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }
}
