package dev.assay.perturb;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How much is changed: the share of the places that could be. At least one place is. */
public enum Intensity {
  VERY_LOW(.05),
  LOW(.1),
  MEDIUM(.25),
  HIGH(.5),
  VERY_HIGH(.75),
  EXTREME(1);

  private final double share;

  Intensity(double share) {
    this.share = share;
  }

  public double share() {
    return share;
  }

  /** Its name in configurations and tables. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Of this name, which is one of {@link #ids}. */
  public static Intensity of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** All names. */
  public static List<String> ids() {
    return Arrays.stream(values()).map(Intensity::id).toList();
  }

  /** How many of {@code places} are changed: at least one where there is one. */
  public int of(int places) {
    return places == 0 ? 0 : Math.max(1, (int) Math.round(share * places));
  }
}
