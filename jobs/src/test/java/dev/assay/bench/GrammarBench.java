package dev.assay.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.sql.Enumeration;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Verbaliser;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.grammar.Grammar;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.Locale;

/** Questions from Chinook: how many, in how many seconds, with how much memory. */
public final class GrammarBench {
  private static final ObjectMapper JSON = new ObjectMapper();

  private GrammarBench() {}

  /** Arguments: a directory with {@code Chinook_Sqlite.sql}, and settings of the configuration. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("assay-grammar-bench-");
    String url = "jdbc:sqlite:" + directory.resolve("chinook.db");
    String script = Files.readString(Path.of(arguments[0]).resolve("Chinook_Sqlite.sql"));
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA synchronous = OFF");
      statement.executeUpdate(script.startsWith("\uFEFF") ? script.substring(1) : script);
    }
    Path file = directory.resolve("templates.yaml");
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("grammar.database.url=\"" + url + "\"")
            .set("grammar.templates=\"" + file + "\"")
            .set("grammar.text.styles=[short,long,formal,colloquial,polite,indirect,passive,typos]")
            .set("grammar.text.variants=3")
            .set("grammar.sql.max-templates=400")
            .set("grammar.fill.max-combinations=400");
    for (int i = 1; i < arguments.length; i++) {
      loader = loader.set(arguments[i]);
    }
    AssayConfig config = loader.load().config();
    write(config, file);
    Run run =
        new Run(
            SharedSpark.session(),
            config,
            new Store(SharedSpark.session(), config.store()),
            "grammar",
            "bench",
            Instant.parse("2026-01-01T00:00:00Z"));
    HeapWatch heap = HeapWatch.start();
    long before = processors();
    long start = System.nanoTime();
    Counts counts = new Grammar().run(run);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.println(counts);
    System.out.printf(
        Locale.ROOT,
        "%,d questions in %.0f s (%,.0f a second), %.0f s of processors; %s; %s%n",
        counts.values().get("test cases"),
        seconds,
        counts.values().get("test cases") / seconds,
        (processors() - before) / 1e9,
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("VmHWM"))
            .findFirst()
            .orElse(""),
        heap.told());
  }

  /**
   * What this process has had of all processors, in nanoseconds: on a busy machine less than there
   * are.
   */
  private static long processors() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** JSON is YAML. */
  private static void write(AssayConfig config, Path file) throws Exception {
    DatabaseConfig database = config.grammar().database().orElseThrow();
    ArrayNode templates = JSON.createArrayNode();
    try (Database session = Database.open(database)) {
      DatabaseSchema schema = session.schema();
      Verbaliser rules =
          new Verbaliser(
              new SchemaVocabulary(schema),
              config.grammar().text().styles(),
              config.grammar().text().variants());
      for (SqlTemplate template :
          new Enumeration(schema, config.grammar().sql(), 1).templates().templates()) {
        ObjectNode node = templates.addObject().put("sql", template.sql());
        node.put("kind", template.kind().id());
        ArrayNode texts = node.putArray("texts");
        for (TextTemplate text : rules.texts(template)) {
          ObjectNode attributes =
              texts.addObject().put("text", text.text()).putObject("attributes");
          text.attributes().forEach(attributes::put);
        }
      }
    }
    Files.writeString(file, JSON.createObjectNode().set("templates", templates).toString());
  }
}
