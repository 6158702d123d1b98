package dev.assay.report.robustness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Drops by dose as a line in a box of {@value #WIDTH} by {@value #HEIGHT}: doses from left to
 * right, the larger a drop the lower. Its scale holds 0 and all drops, at least from 0 to 0.1.
 *
 * @param points what SVG's polyline takes; doses without a drop are left out
 * @param zero where no drop is
 * @param drawn whether there is a line: two doses have a drop
 */
public record DoseLine(String points, String zero, boolean drawn) {
  private static final double WIDTH = 120;
  private static final double HEIGHT = 28;
  private static final double EDGE = 3;
  private static final double LEAST = 0.1;

  static DoseLine of(List<OptionalDouble> drops) {
    double low = 0;
    double high = LEAST;
    for (OptionalDouble drop : drops) {
      low = Math.min(low, drop.orElse(low));
      high = Math.max(high, drop.orElse(high));
    }
    double step = drops.size() < 2 ? 0 : (WIDTH - 2 * EDGE) / (drops.size() - 1);
    double scale = (HEIGHT - 2 * EDGE) / (high - low);
    List<String> points = new ArrayList<>();
    for (int i = 0; i < drops.size(); i++) {
      if (drops.get(i).isPresent()) {
        points.add(
            number(EDGE + i * step)
                + ","
                + number(EDGE + (drops.get(i).getAsDouble() - low) * scale));
      }
    }
    return new DoseLine(String.join(" ", points), number(EDGE - low * scale), points.size() > 1);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
