package dev.assay.report;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.assay.config.AssayConfig;
import dev.assay.config.StoreConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.PreparedStores;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;

/**
 * A small store with rows in every table that the report reads. They stand in {@code
 * resources/stores/report}, with {@code @HOSTILE@} for {@link #HOSTILE} and {@code @LONG@} for more
 * text than a page shows.
 */
public final class SampleStore {
  static final String HOSTILE =
      "</script><script>window.owned=1</script><img src=x onerror=\"window.owned=1\"> {{ 7*7 }} {%"
          + " raw %} <!-- & \u202bשלום עולם\u202c مرحبا 🏦🧾 \u2028 end";
  static final String METRIC = "groundedness.groundedness_mean";
  static final List<String> SYSTEMS = List.of("dense", "faulty", "sparse <b>&</b>");
  static final List<String> TOPICS =
      List.of("fees, overdraft", "cards, limit", "disputes <i>", "lending, rate", "privacy 🏦");
  private static final String LONG = " x".repeat(15000);
  private static final String HOSTILE_JSON =
      new String(JsonStringEncoder.getInstance().quoteAsString(HOSTILE));

  private final ConfigLoader.Loaded loaded;
  private final Store store;

  private SampleStore(Path home, String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("report.path=" + home.resolve("report.html"))
            .set("report.worst-cases=3");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    this.loaded = loader.load();
    this.store = new Store(SharedSpark.session(), config().store());
  }

  /** No row at all. */
  public static SampleStore empty(Path home, String... settings) {
    return new SampleStore(home, settings);
  }

  /** Three systems, five topics, a fit and an unfit calibration. */
  public static SampleStore full(Path home, String... settings) {
    return new SampleStore(home, settings).filled("full");
  }

  /** One system with recorded answers: no strata, no labels, no calibration, no analysis. */
  static SampleStore recorded(Path home) {
    return new SampleStore(home).filled("recorded");
  }

  public AssayConfig config() {
    return loaded.config();
  }

  public ConfigLoader.Loaded loaded() {
    return loaded;
  }

  public Store store() {
    return store;
  }

  /** A store under a path is made once and copied: its rows are the same under every setting. */
  private SampleStore filled(String name) {
    if (config().store().catalog().isEmpty()) {
      PreparedStores.copy(
          "report, " + name,
          made ->
              fill(name, new Store(store.spark(), new StoreConfig(made.toString(), "", "assay"))),
          Path.of(config().store().path()));
    } else {
      fill(name, store);
    }
    return this;
  }

  private static void fill(String name, Store store) {
    for (Table table : Tables.ALL) {
      JsonRows.resource("stores/report/" + name, table)
          .ifPresent(
              lines ->
                  JsonRows.append(store, table, lines.stream().map(SampleStore::written).toList()));
    }
  }

  private static String written(String line) {
    return line.replace("@HOSTILE@", HOSTILE_JSON).replace("@LONG@", LONG);
  }
}
