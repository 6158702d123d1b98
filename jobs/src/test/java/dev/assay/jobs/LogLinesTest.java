package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.function.ForeachFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who collects logs finds in each line, and in each job's group, whose work it was. */
class LogLinesTest {
  private static final Logger LOG = LoggerFactory.getLogger("dev.assay.tried");
  private static final String SAID = "said \"so\"\n\tand more \\ of it";

  private final SparkSession spark = SharedSpark.session();
  private final SparkContext context = spark.sparkContext();

  @Test
  void everyLineOfJsonNamesStageAndRunInTasksToo(@TempDir Path folder) throws Exception {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults().set("store.path=" + folder.resolve("store")).load();
    TreeSet<String> groups = new TreeSet<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart job) {
            String label = job.properties().getProperty("spark.job.description", "");
            if (label.equals("tell: count")) {
              groups.add(job.properties().getProperty("spark.jobGroup.id", "none"));
            }
          }
        };
    context.addSparkListener(listener);
    Runner runner = new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash());
    List<JsonNode> lines = new ArrayList<>();
    try (Json json = new Json()) {
      LOG.info("before");
      runner.run(new Telling());
      LOG.info("after");
      context.listenerBus().waitUntilEmpty(TimeUnit.SECONDS.toMillis(30));
      for (String line : json.lines) {
        assertThat(line).endsWith("}\n").doesNotContain("\n{");
        lines.add(new ObjectMapper().readTree(line));
      }
    } finally {
      context.removeSparkListener(listener);
    }
    String run = runner.ended().get(0).runId();
    assertThat(groups).containsExactly("tell " + run);

    JsonNode driver = named(lines, SAID);
    assertThat(driver.get("stage").asText()).isEqualTo("tell");
    assertThat(driver.get("run_id").asText()).isEqualTo(run);
    assertThat(driver.get("level").asText()).isEqualTo("WARN");
    assertThat(driver.get("logger").asText()).isEqualTo("dev.assay.tried");
    assertThat(driver.get("time").asText()).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");
    assertThat(driver.get("error").asText()).contains("IllegalStateException: a \"reason\"", "\n");
    JsonNode task = named(lines, "in a task");
    assertThat(task.get("run_id").asText()).isEqualTo(run);
    assertThat(task.get("stage").asText()).isEqualTo("tell");
    assertThat(task.get("task").asText()).startsWith("task ");
    assertThat(named(lines, "before").get("run_id").asText()).isEmpty();
    assertThat(named(lines, "after").get("run_id").asText()).isEmpty();
    assertThat(context.getLocalProperty("spark.jobGroup.id")).isNull();
  }

  /** As OpenLineage does, which hears of a query later and asks for the application's name then. */
  @Test
  void whoeverListensHearsANameThatSaysTheStage(@TempDir Path folder) {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults().set("store.path=" + folder.resolve("store")).load();
    TreeSet<String> names = new TreeSet<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart job) {
            if (job.properties().getProperty("spark.job.description", "").equals("tell: count")) {
              names.add(context.appName());
            }
          }
        };
    String outer = context.appName();
    context.addSparkListener(listener);
    context.conf().set("spark.extraListeners", "a.Listener");
    try {
      new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash()).run(new Telling());
      assertThat(names).containsExactly(outer + " tell");
      names.clear();
      context.conf().set("spark.app.name", "assay run my-assistant");
      ConfigLoader.Loaded other =
          ConfigLoader.defaults().set("store.path=" + folder.resolve("other")).load();
      new Runner(spark, other.config(), other.rendered(), other.hash()).run(new Telling());
      assertThat(names).containsExactly("assay tell my-assistant");
      assertThat(context.appName()).isEqualTo("assay run my-assistant");
    } finally {
      context.conf().remove("spark.extraListeners").set("spark.app.name", outer);
      context.removeSparkListener(listener);
    }
  }

  private static JsonNode named(List<JsonNode> lines, String message) {
    return lines.stream()
        .filter(line -> line.get("message").asText().equals(message))
        .findFirst()
        .orElseThrow();
  }

  private static final class Telling implements Stage {
    @Override
    public StageSpec spec() {
      return StageSpec.of("tell").writes(Tables.CHUNKS);
    }

    @Override
    public Counts run(Run run) {
      LOG.warn(SAID, new IllegalStateException("a \"reason\""));
      run.spark()
          .range(1)
          .as(Encoders.LONG())
          .foreach((ForeachFunction<Long>) one -> LOG.info("in a task"));
      return Counts.of("rows", run.step("count", () -> run.spark().range(3).count()));
    }
  }

  /** What our loggers say, by the pattern that ASSAY_LOG_FORMAT=json selects. */
  private static final class Json extends AbstractAppender implements AutoCloseable {
    private static final String OURS = "dev.assay";
    private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private Json() throws Exception {
      super("json", null, layout(), true, Property.EMPTY_ARRAY);
      start();
      LoggerConfig ours = new LoggerConfig(OURS, Level.ALL, true);
      ours.addAppender(this, Level.ALL, null);
      context.getConfiguration().addLogger(OURS, ours);
      context.updateLoggers();
    }

    private static PatternLayout layout() throws Exception {
      Properties properties = new Properties();
      Path root = Path.of(System.getProperty("assay.root"));
      try (Reader file = Files.newBufferedReader(root.resolve("conf/log4j2.properties"))) {
        properties.load(file);
      }
      return PatternLayout.newBuilder()
          .withPattern(properties.getProperty("appender.json.layout.pattern"))
          .build();
    }

    @Override
    public void append(LogEvent event) {
      lines.add((String) getLayout().toSerializable(event));
    }

    @Override
    public void close() {
      context.getConfiguration().removeLogger(OURS);
      context.updateLoggers();
      stop();
    }
  }
}
