package dev.assay.jobs.engine;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;

/**
 * What a stage says of itself in {@code stages.conf}.
 *
 * @param meaning see {@link Stage}, as the others
 * @param model whether it asks a model, for all that is known before the input is read
 */
record Declaration(
    String meaning,
    List<Table> reads,
    List<Table> writes,
    List<String> keys,
    boolean skippable,
    boolean model) {
  private static final Config STAGES =
      ConfigFactory.parseResources(
          Declaration.class, "stages.conf", ConfigParseOptions.defaults().setAllowMissing(false));

  private static final Config DEFAULTS =
      ConfigFactory.parseString(
          "reads = [], writes = [], keys = [], skippable = true, model = true");

  /** That of the stage {@code name}. */
  static Declaration of(String name) {
    Config own = STAGES.getConfig(name).withFallback(DEFAULTS);
    return new Declaration(
        own.getString("meaning").strip().replaceAll("\\s+", " "),
        own.getStringList("reads").stream().map(Tables::of).toList(),
        own.getStringList("writes").stream().map(Tables::of).toList(),
        own.getStringList("keys"),
        own.getBoolean("skippable"),
        own.getBoolean("model"));
  }
}
