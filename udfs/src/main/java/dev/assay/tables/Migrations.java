package dev.assay.tables;

import java.util.List;

/** The one place that lists what older stores must go through. */
final class Migrations {

  /** Every migration. Versions without one differ from the version before in added columns only. */
  static final List<Migration> ALL = List.of();

  private Migrations() {}
}
