package dev.assay.config;

import java.util.Map;

/** What a run is compared with. See {@code conf/reference.conf}. */
public record BaselineConfig(String run, Map<String, String> systems) {

  /** The analysis before the newest one under the same name. */
  public static final String PREVIOUS = "previous";

  /** What {@code system} was called then. */
  public String system(String system) {
    return systems.getOrDefault(system, system);
  }
}
