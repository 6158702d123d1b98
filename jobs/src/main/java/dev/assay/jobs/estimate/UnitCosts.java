package dev.assay.jobs.estimate;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one of everything costs, as it was measured ({@code unit-costs.conf}, which says where).
 *
 * @param machine that it was measured on
 * @param spread by what factor a time may be wrong to either side
 * @param why where that factor comes from
 * @param cores how many the unit costs were measured with
 * @param units by name, such as {@code check}: one evaluator over one answer
 * @param fixed what a stage takes however little there is, by stage
 * @param commitSeconds what the driver takes for a batch that commits, but for a stage's first,
 *     which is in the fixed seconds; the next is computed meanwhile
 * @param bytes of a row, by table
 * @param limits sizes at which something else than time ends a run
 */
public record UnitCosts(
    String machine,
    double spread,
    String why,
    int cores,
    Map<String, Unit> units,
    Map<String, Double> fixed,
    double commitSeconds,
    Map<String, Double> bytes,
    List<Limit> limits) {

  /**
   * A unit of work.
   *
   * @param coreSeconds how long it holds a core: seconds by the clock times cores, so that what
   *     runs on one core alone counts in full
   * @param to the largest amount in a measured run
   * @param measured by what, where not by {@code scripts/bench units}
   * @param first of so many each costs {@code firstCoreSeconds} instead; 0 where all cost the same
   */
  public record Unit(
      double coreSeconds, double to, String measured, double first, double firstCoreSeconds) {
    /** How long {@code amount} of it hold a core, in seconds. */
    double of(double amount) {
      double dear = Math.min(amount, first);
      return dear * firstCoreSeconds + (amount - dear) * coreSeconds;
    }
  }

  /**
   * A size at which a driver, a row or a table is too large.
   *
   * @param of what is counted
   * @param at how many of it
   * @param what happens then
   * @param advice what to do
   */
  public record Limit(String of, double at, String what, String advice) {}

  public UnitCosts {
    units = Map.copyOf(units);
    fixed = Map.copyOf(fixed);
    bytes = Map.copyOf(bytes);
    limits = List.copyOf(limits);
  }

  /** Those that the product carries. */
  public static UnitCosts measured() {
    return of(
        ConfigFactory.parseResources(
            UnitCosts.class,
            "unit-costs.conf",
            ConfigParseOptions.defaults().setAllowMissing(false)));
  }

  static UnitCosts of(Config config) {
    Map<String, Unit> units = new LinkedHashMap<>();
    String usual = config.getString("measured");
    for (String name : names(config, "units")) {
      Config unit = config.getConfig("units").getConfig(ConfigUtil.quoteString(name));
      units.put(
          name,
          new Unit(
              unit.getDouble("core-seconds"),
              unit.getDouble("to"),
              unit.hasPath("measured") ? unit.getString("measured") : usual,
              unit.hasPath("first") ? unit.getDouble("first") : 0,
              unit.hasPath("first") ? unit.getDouble("first-core-seconds") : 0));
    }
    List<Limit> limits = new ArrayList<>();
    for (Config limit : config.getConfigList("limits")) {
      limits.add(
          new Limit(
              limit.getString("of"),
              limit.getDouble("at"),
              limit.getString("what"),
              limit.getString("advice")));
    }
    return new UnitCosts(
        config.getString("machine"),
        config.getDouble("spread"),
        config.getString("spread-why"),
        config.getInt("cores"),
        units,
        numbers(config, "fixed-seconds"),
        config.getDouble("commit-seconds"),
        numbers(config, "row-bytes"),
        limits);
  }

  private static Map<String, Double> numbers(Config config, String block) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    for (String name : names(config, block)) {
      numbers.put(name, config.getConfig(block).getDouble(ConfigUtil.quoteString(name)));
    }
    return numbers;
  }

  private static List<String> names(Config config, String block) {
    return config.getObject(block).keySet().stream().sorted().toList();
  }

  Optional<Unit> unit(String name) {
    return Optional.ofNullable(units.get(name));
  }
}
