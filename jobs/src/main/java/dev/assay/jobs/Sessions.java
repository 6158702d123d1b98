package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.jobs.engine.UsageException;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.HadoopDefaults;
import dev.assay.spark.Kept;
import dev.assay.spark.LocalDisk;
import dev.assay.spark.OneTask;
import dev.assay.spark.RunMetrics;
import dev.assay.tables.JobLabel;
import dev.assay.tables.OneState;
import dev.assay.tables.WholeObjects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;

/**
 * The Spark session: Delta, our SQL functions, and in local mode settings for one machine. What
 * spark-submit or a configured cluster set is never changed, only extended by our extensions.
 */
final class Sessions {
  private static final String SQL = "sql";
  private static final long LEAST_HEAP = 1_400_000_000L;
  private static final String EXTENSIONS = "spark.sql.extensions";
  private static final String DELTA = "io.delta.sql.DeltaSparkSessionExtension";
  private static final String FUNCTIONS = "dev.assay.udfs.AssayExtensions";
  private static final String PLUGINS = "spark.plugins";
  private static final String PLUGIN = "dev.assay.spark.AssayPlugin";
  private static final String UMASK = "spark.hadoop.fs.permissions.umask-mode";
  private static final String SNAPSHOT_PARTITIONS = "spark.databricks.delta.snapshotPartitions";

  /** State is written at its place, and no markers of directories are deleted. */
  private static final Map<String, String> S3 =
      Map.of(
          "spark.sql.streaming.checkpointFileManagerClass",
          WholeObjects.class.getName(),
          "spark.hadoop.fs.s3a.directory.marker.retention",
          "keep");

  private static final String LEAF_PARALLELISM = "spark.sql.leafNodeDefaultParallelism";
  private static final String MASTER = "spark.master";
  private static final Pattern LOCAL = Pattern.compile("local(?:\\[(\\*|\\d+)(?:,\\s*\\d+)?\\])?");

  private Sessions() {}

  /**
   * Starts a session, or takes the one that is there.
   *
   * @throws UsageException in local mode with too little heap, or with GPUs for tasks; with GPUs
   *     for none
   */
  static SparkSession create(AssayConfig config, String stage) {
    SparkConf given = new SparkConf();
    String master = given.get(MASTER, "local[*]");
    if (LOCAL.matcher(master).matches()) {
      requireHeap(Runtime.getRuntime().maxMemory());
      requireNoGpu(given, onlyOnGpus(config.models()));
    }
    requireGpuAsked(given);
    SparkSession.Builder builder = SparkSession.builder();
    settings(given, config.run().name(), stage, onClasspath(FUNCTIONS), onDatabricks())
        .forEach(builder::config);
    onS3(given, config.store().path(), onDatabricks()).forEach(builder::config);
    if (!onDatabricks() && !given.contains(UMASK)) {
      builder.config(
          UMASK, Umask.of(config.store(), SparkHadoopUtil.get().newConfiguration(given)));
    }
    if (!config.llm().endpoints().isEmpty()
        && !LOCAL.matcher(master).matches()
        && !given.contains(PLUGINS)
        && !onDatabricks()
        && onClasspath(PLUGIN)) {
      builder.config(PLUGINS, PLUGIN);
    }
    if (stage.equals(SQL)) {
      UnclosedLoader.install();
    }
    SparkSession session = builder.getOrCreate();
    RunMetrics.shared().show();
    if (session.sparkContext().isLocal() && !onDatabricks()) {
      HadoopDefaults.shed(session.sparkContext().hadoopConfiguration());
    }
    return session;
  }

  /**
   * Refuses what spark-submit would be given, where that alone tells that nothing can run; for dry
   * runs, which start no Spark. Returns whose memory holds rows, the driver's or an executor's, and
   * how much it is, where that is said.
   */
  static Map.Entry<String, OptionalLong> foreseen(SparkConf given, ModelsConfig models) {
    boolean local = LOCAL.matcher(given.get(MASTER, "local[*]")).matches();
    requireGpuAsked(given);
    String key = local ? "spark.driver.memory" : "spark.executor.memory";
    OptionalLong memory = memory(given, key);
    if (local) {
      requireNoGpu(given, onlyOnGpus(models));
      memory.ifPresent(Sessions::requireHeap);
    }
    return Map.entry(local ? "the driver" : "an executor", memory);
  }

  /** As Spark reads it: a number alone is of mebibytes. */
  private static OptionalLong memory(SparkConf given, String key) {
    try {
      return given.contains(key)
          ? OptionalLong.of(given.getSizeAsMb(key) << 20)
          : OptionalLong.empty();
    } catch (NumberFormatException e) {
      throw new UsageException(key + " = '" + given.get(key) + "' is no size, such as 4g or 4096m");
    }
  }

  /** Fails before any work where the driver's heap is too small for the models and Spark. */
  static void requireHeap(long bytes) {
    if (bytes < LEAST_HEAP) {
      throw new UsageException(
          "The heap is "
              + bytes / 1_000_000
              + " MB; local mode needs at least "
              + LEAST_HEAP / 1_000_000
              + " MB. Set ASSAY_DRIVER_MEMORY=2g, or give --driver-memory 2g after --.");
    }
  }

  /** The key by which a network may run on GPUs alone, if there is one. */
  private static Optional<String> onlyOnGpus(ModelsConfig models) {
    return models.networks().stream()
        .filter(slot -> models.device(slot).equals(ModelSpec.CUDA))
        .map(models::deviceKey)
        .findFirst();
  }

  /**
   * Fails where tasks would wait for ever for a GPU that no executor of local mode has.
   *
   * @param wanted the key that wants one
   */
  static void requireNoGpu(SparkConf given, Optional<String> wanted) {
    if (wanted.isPresent()) {
      throw new UsageException(
          wanted.get()
              + " = cuda, and local mode gives tasks no GPUs. Set it to auto, or start a"
              + " master and a worker of Spark on this machine and name them with --master"
              + " spark://HOST:7077 after --.");
    }
    for (String owner : List.of("task", "executor", "driver")) {
      String key = "spark." + owner + ".resource.gpu.amount";
      if (given.contains(key)) {
        throw new UsageException(
            key
                + " is set, and local mode gives tasks no GPUs: they would wait for ever. Leave"
                + " it out, or start a master and a worker of Spark on this machine and name them"
                + " with --master spark://HOST:7077 after --.");
      }
    }
  }

  /** Fails where executors would have GPUs that no task asks for. */
  static void requireGpuAsked(SparkConf given) {
    if (given.getBoolean("spark.dynamicAllocation.enabled", false)
        && given.contains("spark.executor.resource.gpu.amount")
        && !given.contains("spark.task.resource.gpu.amount")) {
      throw new UsageException(
          "spark.executor.resource.gpu.amount is set with dynamic allocation, and no task would ask"
              + " for a GPU. Give spark.assay.gpu.amount and spark.assay.gpu.discoveryScript"
              + " instead, and executors with GPUs are allocated for tasks with networks; or"
              + " spark.task.resource.gpu.amount besides, and every task asks.");
    }
  }

  /** What is added to the given settings. */
  static Map<String, String> settings(
      SparkConf given, String run, String stage, boolean functions, boolean databricks) {
    Map<String, String> added = new LinkedHashMap<>();
    String master = given.get(MASTER, "local[*]");
    added.put(MASTER, master);
    added.put("spark.app.name", "assay " + stage + " " + run);
    added.put("spark.sql.session.timeZone", "UTC");
    if (!databricks) {
      added.put(
          "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog");
      added.putAll(OneState.SETTINGS);
      added.putAll(Kept.APPLICATION_SETTINGS);
      added.putAll(JobLabel.SETTINGS);
    }
    Matcher local = LOCAL.matcher(master);
    if (local.matches()) {
      added.putAll(local(cores(local.group(1))));
      if (stage.equals(SQL)) {
        // Dashboards join many scores with a row a case, which one process has at hand.
        added.put("spark.sql.autoBroadcastJoinThreshold", "64m");
      }
      if (functions && !databricks) {
        added.putAll(LocalDisk.SETTINGS);
      }
    } else if (!databricks) {
      // Our tables have short logs, which Delta would read by 50 tasks each time.
      added.put(SNAPSHOT_PARTITIONS, "4");
      // Else rows in the driver and files are cut by the cores that are there when they are read.
      added.put(LEAF_PARALLELISM, "4");
    }
    // SparkSubmit always sets an application name: that of the main class.
    added.keySet().removeIf(key -> given.contains(key) && !key.equals("spark.app.name"));
    if (!given.get("spark.app.name", Main.class.getName()).equals(Main.class.getName())) {
      added.remove("spark.app.name");
    }
    String extensions = extensions(given.get(EXTENSIONS, ""), functions, databricks);
    if (!extensions.isEmpty()) {
      added.put(EXTENSIONS, extensions);
    }
    return added;
  }

  /** What saves requests where the store is in S3. */
  static Map<String, String> onS3(SparkConf given, String store, boolean databricks) {
    if (databricks || !store.startsWith("s3a:")) {
      return Map.of();
    }
    Map<String, String> added = new LinkedHashMap<>(S3);
    added.keySet().removeIf(given::contains);
    return added;
  }

  private static String extensions(String given, boolean functions, boolean databricks) {
    List<String> all =
        Arrays.stream(given.split(",", -1))
            .map(String::trim)
            .filter(one -> !one.isEmpty() && !one.equals(FUNCTIONS))
            .collect(Collectors.toCollection(ArrayList::new));
    if (!databricks && !all.contains(DELTA)) {
      all.add(DELTA);
    }
    // Last: the parser of the last one is asked first, and ours holds clients of the SQL server to
    // reading.
    if (functions || given.contains(FUNCTIONS)) {
      all.add(FUNCTIONS);
    }
    return String.join(",", all);
  }

  private static Map<String, String> local(int cores) {
    Map<String, String> tuned = new LinkedHashMap<>();
    tuned.putAll(OneTask.settings(cores));
    // As many partitions as cores leave nothing to coalesce, and planning each query again after
    // every shuffle costs more than small tables do.
    tuned.put("spark.sql.adaptive.enabled", "false");
    tuned.putAll(Kept.SETTINGS);
    // A run has some hundred distinct queries; the default of 100 compiles most of them again.
    tuned.put("spark.sql.codegen.cache.maxEntries", "2000");
    tuned.put(SNAPSHOT_PARTITIONS, "1");
    tuned.put("spark.sql.sources.parallelPartitionDiscovery.parallelism", "2");
    tuned.put("spark.ui.enabled", "false");
    // Else a full heap ends the process before anything could be told.
    tuned.put("spark.executor.killOnFatalError.depth", "0");
    // Nobody looks at the plans of a thousand queries, and each is kept with its text.
    tuned.put("spark.sql.ui.retainedExecutions", "50");
    tuned.put("spark.ui.showConsoleProgress", "false");
    // A laptop's own host name often resolves to nothing, or to an address that a VPN changes.
    tuned.put("spark.driver.host", "localhost");
    tuned.put("spark.driver.bindAddress", "127.0.0.1");
    return tuned;
  }

  private static int cores(String threads) {
    if (threads == null) {
      return 1;
    }
    return threads.equals("*")
        ? Runtime.getRuntime().availableProcessors()
        : Integer.parseInt(threads);
  }

  private static boolean onDatabricks() {
    return System.getenv("DATABRICKS_RUNTIME_VERSION") != null;
  }

  private static boolean onClasspath(String type) {
    try {
      Class.forName(type, false, Thread.currentThread().getContextClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }
}
