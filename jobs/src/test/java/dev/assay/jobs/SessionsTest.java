package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.models.ModelsConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.UsageException;
import dev.assay.spark.Kept;
import dev.assay.spark.LocalDisk;
import dev.assay.spark.OneTask;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.OneState;
import dev.assay.tables.WholeObjects;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private static Map<String, String> settings(SparkConf given) {
    return Sessions.settings(given, "run", "embed", true, false);
  }

  private static SparkConf conf(String... pairs) {
    SparkConf conf = new SparkConf(false);
    for (int i = 0; i < pairs.length; i += 2) {
      conf.set(pairs[i], pairs[i + 1]);
    }
    return conf;
  }

  @Test
  void localModeIsTunedForOneMachine() {
    assertThat(settings(conf("spark.master", "local[3]")))
        .containsEntry("spark.sql.shuffle.partitions", "3")
        .containsEntry("spark.sql.leafNodeDefaultParallelism", "3")
        .containsEntry("spark.sql.limit.initialNumPartitions", "3")
        .containsEntry("spark.databricks.delta.snapshotPartitions", "1")
        .containsEntry("spark.ui.enabled", "false")
        .containsEntry("spark.executor.killOnFatalError.depth", "0")
        .containsEntry("spark.sql.session.timeZone", "UTC")
        .containsAllEntriesOf(LocalDisk.SETTINGS)
        .containsAllEntriesOf(OneTask.settings(3))
        .containsAllEntriesOf(OneState.SETTINGS)
        .containsAllEntriesOf(Kept.SETTINGS)
        .containsAllEntriesOf(Kept.APPLICATION_SETTINGS);
    assertThat(settings(conf())).containsEntry("spark.master", "local[*]");
  }

  @Test
  void whetherThereIsARowIsAskedOfAllCoresAtOnce() throws Exception {
    Dataset<Long> none = SharedSpark.session().range(0, 1000, 1, 2).where("id < 0");
    try (SparkJobs jobs = new SparkJobs()) {
      assertThat(none.isEmpty()).isTrue();
      assertThat(jobs.labels()).as("two partitions").hasSize(1);
    }
  }

  @Test
  void ofAClusterOnlyReadingIsTuned() {
    assertThat(settings(conf("spark.master", "spark://host:7077")))
        .containsOnlyKeys(
            "spark.app.name",
            "spark.sql.session.timeZone",
            "spark.sql.catalog.spark_catalog",
            "spark.databricks.delta.allFilesInCrc.verificationMode.forceOnNonUTC.enabled",
            "spark.serializer.objectStreamReset",
            "spark.scheduler.mode",
            "spark.databricks.delta.snapshotPartitions",
            "spark.sql.leafNodeDefaultParallelism",
            "spark.sql.extensions");
    assertThat(settings(conf("spark.master", "local-cluster[2,1,1024]")))
        .doesNotContainKey("spark.sql.shuffle.partitions");
  }

  @Test
  void whatSparkSubmitSetIsLeftAlone() {
    assertThat(
            settings(
                conf(
                    "spark.master", "local[2]",
                    "spark.sql.shuffle.partitions", "64",
                    "spark.ui.enabled", "true",
                    "spark.hadoop.fs.file.impl", "a.Files",
                    "spark.app.name", "mine",
                    "spark.sql.session.timeZone", "Asia/Tokyo")))
        .doesNotContainKeys(
            "spark.master",
            "spark.sql.shuffle.partitions",
            "spark.ui.enabled",
            "spark.hadoop.fs.file.impl",
            "spark.app.name",
            "spark.sql.session.timeZone");
  }

  @Test
  void extensionsAreAddedToThoseGiven() {
    assertThat(settings(conf("spark.sql.extensions", "a.B")))
        .containsEntry(
            "spark.sql.extensions",
            "a.B,io.delta.sql.DeltaSparkSessionExtension,dev.assay.udfs.AssayExtensions");
  }

  /**
   * The last parser is asked first: Delta's would answer VACUUM and RESTORE without asking ours.
   */
  @Test
  void oursIsLastWhereverItWasGiven() {
    assertThat(settings(conf("spark.sql.extensions", "dev.assay.udfs.AssayExtensions, a.B")))
        .containsEntry(
            "spark.sql.extensions",
            "a.B,io.delta.sql.DeltaSparkSessionExtension,dev.assay.udfs.AssayExtensions");
  }

  @Test
  void databricksKeepsItsOwnDelta() {
    assertThat(Sessions.settings(conf("spark.master", "local[4]"), "r", "s", false, true))
        .doesNotContainKeys(
            "spark.sql.extensions", "spark.sql.catalog.spark_catalog", "spark.scheduler.mode")
        .doesNotContainKeys(LocalDisk.SETTINGS.keySet().toArray(String[]::new));
  }

  @Test
  void aStoreInS3SavesRequestsUnlessItIsToldOtherwise() {
    String markers = "spark.hadoop.fs.s3a.directory.marker.retention";
    assertThat(Sessions.onS3(conf(), "s3a://bank/store", false))
        .containsEntry(markers, "keep")
        .containsEntry(
            "spark.sql.streaming.checkpointFileManagerClass", WholeObjects.class.getName());
    assertThat(Sessions.onS3(conf(markers, "delete"), "s3a://bank/store", false))
        .doesNotContainKey(markers);
    assertThat(Sessions.onS3(conf(), "s3a://bank/store", true)).isEmpty();
    assertThat(Sessions.onS3(conf(), "/data/store", false)).isEmpty();
  }

  @Test
  void gpusThatNoTaskWouldAskForAreRefused() {
    SparkConf idle =
        conf(
            "spark.master", "spark://host:7077",
            "spark.dynamicAllocation.enabled", "true",
            "spark.executor.resource.gpu.amount", "1");
    assertThatThrownBy(() -> Sessions.foreseen(idle, models()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Give spark.assay.gpu.amount");
    assertThatCode(
            () -> Sessions.requireGpuAsked(idle.set("spark.task.resource.gpu.amount", "0.5")))
        .doesNotThrowAnyException();
    assertThatCode(() -> Sessions.requireGpuAsked(conf("spark.executor.resource.gpu.amount", "1")))
        .doesNotThrowAnyException();
  }

  @Test
  void gpusThatNoTaskOfLocalModeWouldGetAreRefused() {
    assertThatThrownBy(
            () ->
                Sessions.requireNoGpu(
                    conf("spark.task.resource.gpu.amount", "0.25"), Optional.empty()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("spark.task.resource.gpu.amount is set, and local mode");
    assertThatCode(() -> Sessions.requireNoGpu(conf("spark.task.cpus", "1"), Optional.empty()))
        .doesNotThrowAnyException();
  }

  /** A dry run starts no Spark: what spark-submit would be given is looked at. */
  @Test
  void aDryRunForeseesWhatLocalModeCannotDo() {
    String gpu = "spark.executor.resource.gpu.amount";
    assertThatThrownBy(
            () -> Sessions.foreseen(conf("spark.master", "local[4]", gpu, "1"), models()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(gpu + " is set, and local mode");
    assertThatThrownBy(() -> Sessions.foreseen(conf(), models("models.device=cuda")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("models.device = cuda, and local mode");
    assertThatThrownBy(
            () ->
                Sessions.foreseen(
                    conf(),
                    models(
                        "models.ner={kind=onnx,source=ner,device=cuda}",
                        "models.tone.device=cuda")))
        .as("the slot that has a network")
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("models.ner.device = cuda, and local mode");
    assertThat(
            Sessions.foreseen(conf(), models("models.device=cuda", "models.embedder.device=cpu")))
        .as("no network is left to what models.device says")
        .isEqualTo(Map.entry("the driver", OptionalLong.empty()));
    assertThatThrownBy(() -> Sessions.foreseen(conf("spark.driver.memory", "1g"), models()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("The heap is 1073 MB");
    assertThat(Sessions.foreseen(conf("spark.driver.memory", "2g"), models("models.device=cpu")))
        .isEqualTo(Map.entry("the driver", OptionalLong.of(2L << 30)));
    assertThat(
            Sessions.foreseen(
                conf("spark.master", "yarn", gpu, "1", "spark.executor.memory", "3g"), models()))
        .isEqualTo(Map.entry("an executor", OptionalLong.of(3L << 30)));
    assertThat(Sessions.foreseen(conf("spark.master", "yarn"), models("models.device=cuda")))
        .isEqualTo(Map.entry("an executor", OptionalLong.empty()));
  }

  @Test
  void tooLittleHeapIsRefusedWithTheRemedy() {
    assertThatThrownBy(() -> Sessions.requireHeap(512_000_000))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "The heap is 512 MB; local mode needs at least 1400 MB."
                + " Set ASSAY_DRIVER_MEMORY=2g, or give --driver-memory 2g after --.");
    assertThatCode(() -> Sessions.requireHeap(2_147_483_648L)).doesNotThrowAnyException();
  }

  private static ModelsConfig models(String... settings) {
    ConfigLoader loader = ConfigLoader.defaults();
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load().config().models();
  }
}
