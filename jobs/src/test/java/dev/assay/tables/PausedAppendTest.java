package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A command that is paused right after it was told that the store is its own, while another takes
 * the store over and writes the same rows.
 */
class PausedAppendTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private static final AtomicInteger COMPUTED = new AtomicInteger();
  private static final CountDownLatch BEGUN = new CountDownLatch(1);
  private static final CountDownLatch OTHER = new CountDownLatch(1);

  @TempDir static Path home;

  /** Each kind of store with each way in which the other one writes; whether it had rows before. */
  static Stream<Arguments> worlds() {
    return Stream.of(true, false)
        .flatMap(
            log ->
                Stream.of(
                    Arguments.of(path(), log, "append", true, append()),
                    Arguments.of(path(), log, "append to none", false, append()),
                    Arguments.of(path(), log, "merge", true, merge()),
                    Arguments.of(path(), log, "replace", true, replace()),
                    Arguments.of(catalog(), log, "append", true, append()),
                    Arguments.of(catalog(), log, "append to none", false, append()),
                    Arguments.of(catalog(), log, "merge", true, merge())));
  }

  @ParameterizedTest(name = "log {1}, {2}")
  @MethodSource("worlds")
  void whatTheOtherWroteIsNotThereTwice(
      StoreConfig config,
      boolean log,
      String how,
      boolean before,
      BiConsumer<Store, Dataset<Row>> write) {
    Store paused = new Store(SPARK, config, "", log, Migrations.ALL);
    Store other = new Store(SPARK, config, "", log, Migrations.ALL);
    if (before) {
      paused.append(Tables.REJECTED, StoreStateTest.rows("z"));
    }
    AtomicInteger asked = new AtomicInteger();
    paused.fencedBy(
        () -> {
          if (asked.incrementAndGet() == 1) {
            write.accept(other, StoreStateTest.rows("a", "b"));
          }
        },
        true);
    paused.append(Tables.REJECTED, StoreStateTest.rows("a", "b", "c"));
    assertThat(ids(other)).containsExactly(before ? "a b c z".split(" ") : "a b c".split(" "));
    assertThat(asked.get()).as("it asks again whether the store is its own").isEqualTo(2);

    paused.append(Tables.REJECTED, StoreStateTest.rows("d"));
    assertThat(ids(other)).as("and goes on").hasSize(before ? 5 : 4).contains("d");
  }

  /** Two that both take a catalog's store for their own, as where each has journals of its own. */
  @Test
  void whatTheOtherWroteToATableThatWasNotThereIsNotThereTwice() {
    StoreConfig config = catalog();
    Store first = new Store(SPARK, config);
    Store other = new Store(SPARK, config);
    first.fencedBy(() -> {}, true);
    assertThat(first.exists(Tables.REJECTED)).isFalse();
    other.append(Tables.REJECTED, StoreStateTest.rows("a", "b"));
    first.append(Tables.REJECTED, StoreStateTest.rows("a", "b", "c"));
    assertThat(ids(other)).containsExactly("a", "b", "c");
  }

  @ParameterizedTest(name = "log {1}")
  @MethodSource("stores")
  void whoLostTheStoreIsToldAndWritesNothing(StoreConfig config, boolean log) {
    Store paused = new Store(SPARK, config, "", log, Migrations.ALL);
    Store other = new Store(SPARK, config, "", log, Migrations.ALL);
    paused.append(Tables.REJECTED, StoreStateTest.rows("z"));
    AtomicInteger asked = new AtomicInteger();
    paused.fencedBy(
        () -> {
          if (asked.incrementAndGet() > 1) {
            throw new StoreException("taken over");
          }
          other.append(Tables.REJECTED, StoreStateTest.rows("a"));
        },
        true);
    assertThatThrownBy(() -> paused.append(Tables.REJECTED, StoreStateTest.rows("a", "c")))
        .isInstanceOf(StoreException.class)
        .hasMessage("taken over");
    assertThat(ids(other)).containsExactly("a", "z");
  }

  /** The commit of another process is found only when this one's is refused. */
  @Test
  void aCommitOfAnotherProcessIsMetToo() throws Exception {
    StoreConfig here = path();
    StoreConfig copy = path();
    Store paused = new Store(SPARK, here);
    paused.append(Tables.REJECTED, StoreStateTest.rows("z"));
    FileUtils.copyDirectory(new File(here.path()), new File(copy.path()));
    new Store(SPARK, copy).append(Tables.REJECTED, StoreStateTest.rows("a", "b"));
    AtomicInteger asked = new AtomicInteger();
    paused.fencedBy(
        () -> {
          if (asked.incrementAndGet() == 1) {
            copied(new File(copy.path()), new File(here.path()));
          }
        },
        true);
    paused.append(Tables.REJECTED, StoreStateTest.rows("a", "b", "c"));
    assertThat(ids(paused)).containsExactly("a", "b", "c", "z");
    assertThat(asked.get()).isEqualTo(2);
  }

  /** As with two batches in flight: the first to begin is the last to commit. */
  @Test
  void whatTheCommandItselfWroteMeanwhileIsNoReasonToComputeRowsAgain() throws Exception {
    StoreConfig config = path();
    Store store = new Store(SPARK, config);
    store.append(Tables.REJECTED, StoreStateTest.rows("z"));
    store.fencedBy(() -> {}, true);
    Dataset<Row> slow =
        StoreStateTest.rows("a", "b")
            .repartition(1)
            .map(
                (MapFunction<Row, Row>)
                    row -> {
                      COMPUTED.incrementAndGet();
                      BEGUN.countDown();
                      OTHER.await();
                      return row;
                    },
                Encoders.row(Tables.REJECTED.schema()));
    CompletableFuture<Void> first =
        CompletableFuture.runAsync(() -> store.append(Tables.REJECTED, slow));
    BEGUN.await();
    store.append(Tables.REJECTED, StoreStateTest.rows("c"));
    store.merge(Tables.REJECTED, StoreStateTest.rows("c", "d"));
    OTHER.countDown();
    first.join();
    assertThat(ids(store)).containsExactly("a", "b", "c", "d", "z");
    assertThat(COMPUTED.get()).as("each row once").isEqualTo(2);
    assertThat(store.version(Tables.REJECTED)).isEqualTo(4);
    store.append(Tables.REJECTED, StoreStateTest.rows());
    assertThat(store.version(Tables.REJECTED)).as("no row, no commit").isEqualTo(4);
  }

  private static void copied(File from, File to) {
    try {
      FileUtils.copyDirectory(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Arguments> stores() {
    return Stream.of(Arguments.of(path(), true), Arguments.of(path(), false));
  }

  private static List<String> ids(Store store) {
    return store.read(Tables.REJECTED).select("row_id").collectAsList().stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  private static BiConsumer<Store, Dataset<Row>> append() {
    return (store, rows) -> store.append(Tables.REJECTED, rows);
  }

  private static BiConsumer<Store, Dataset<Row>> merge() {
    return (store, rows) -> store.merge(Tables.REJECTED, rows);
  }

  private static BiConsumer<Store, Dataset<Row>> replace() {
    return (store, rows) ->
        store.replace(Tables.REJECTED, rows, functions.col("row_id").isin("a", "b"));
  }

  private static StoreConfig path() {
    return new StoreConfig(home.resolve("s" + NUMBER.incrementAndGet()).toString(), "", "assay");
  }

  private static StoreConfig catalog() {
    return new StoreConfig("", "spark_catalog", "paused_" + NUMBER.incrementAndGet());
  }
}
