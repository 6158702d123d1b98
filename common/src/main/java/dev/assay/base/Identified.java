package dev.assay.base;

import java.util.Locale;

/** A constant that tables, files and the configuration call by its lower-case name. */
public interface Identified {

  /** The constant's name, which every enum has. */
  String name();

  /** The lower-case name. */
  default String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
