package dev.assay.calibration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists of numbers as named parameters: {@code x.00000}, {@code x.00001}, … */
final class Knots {
  private Knots() {}

  static Map<String, Double> named(Map<String, List<Double>> lists) {
    Map<String, Double> parameters = new HashMap<>();
    lists.forEach(
        (name, values) -> {
          for (int i = 0; i < values.size(); i++) {
            parameters.put(key(name, i), values.get(i));
          }
        });
    return Map.copyOf(parameters);
  }

  static List<Double> list(Map<String, Double> parameters, String name) {
    List<Double> values = new ArrayList<>();
    while (parameters.containsKey(key(name, values.size()))) {
      values.add(parameters.get(key(name, values.size())));
    }
    return List.copyOf(values);
  }

  /** Index of the last of the ascending {@code values} that is at most {@code x}; −1 if none is. */
  static int atOrBelow(List<Double> values, double x) {
    int low = 0;
    int high = values.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values.get(middle) <= x) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private static String key(String name, int i) {
    String digits = Integer.toString(i);
    return name + "." + "0".repeat(Math.max(0, 5 - digits.length())) + digits;
  }
}
