package dev.assay.config;

import java.util.Optional;

/** The sampling design. See {@code conf/reference.conf}. */
public record SampleConfig(
    String design,
    int size,
    int minPerStratum,
    Optional<Integer> maxPerStratum,
    String importance,
    PilotConfig pilot,
    PairsConfig pairs) {

  /** The earlier run whose scores say how much each stratum varies. */
  public record PilotConfig(String run, String metric) {}

  /** Which neighbours of a drawn chunk are drawn with it. */
  public record PairsConfig(int neighbours, int inside, int across, int chunks) {}
}
