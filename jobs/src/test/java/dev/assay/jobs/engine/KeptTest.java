package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.SparkJobs;
import dev.assay.spark.Kept;
import dev.assay.spark.SharedSpark;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.Test;
import scala.collection.JavaConverters;
import scala.reflect.ClassTag$;

class KeptTest {
  static final StructType SCHEMA =
      new StructType().add("name", DataTypes.StringType).add("n", DataTypes.IntegerType);

  @Test
  void whatComesOfFewRowsIsReadInTheDriverWithoutAJob() throws Exception {
    Dataset<Row> some = rows(20);
    Dataset<Row> sums = some.groupBy("name").sum("n").withColumnRenamed("sum(n)", "total");
    try (SparkJobs jobs = new SparkJobs()) {
      Dataset<Row> kept = Kept.of(sums);
      int computed = jobs.queries().size();
      assertThat(jobs.labels()).isEmpty();
      // 0 + 2 + … + 18 and 1 + 3 + … + 19.
      assertThat(kept.where(col("total").gt(95)).select("name").collectAsList())
          .singleElement()
          .satisfies(row -> assertThat(row.<String>getAs("name")).isEqualTo("odd"));
      assertThat(kept.where(lit(false)).isEmpty()).isTrue();
      assertThat(kept.select(sums.col("total")).collectAsList()).hasSize(2);
      assertThat(jobs.labels()).hasSize(computed);
      assertThat(kept.join(kept.select("name"), "name").count()).isEqualTo(2);
    }
  }

  @Test
  void manyRowsAndWhatAPartitionIsMappedToStayWithExecutors() {
    Dataset<Row> many = Kept.of(rows(2001));
    assertThat(many.storageLevel().useMemory()).isTrue();
    many.unpersist();
    Dataset<Row> mapped = rows(20).mapPartitions(same(), Encoders.row(SCHEMA));
    Dataset<Row> kept = Kept.of(mapped);
    assertThat(kept.storageLevel().useMemory()).isTrue();
    kept.unpersist();
    assertThat(Kept.few(mapped, 20).storageLevel().useMemory()).isFalse();
    assertThat(Kept.few(mapped, 19).storageLevel().useMemory()).isTrue();
    mapped.unpersist();
    assertThat(Kept.few(mapped, 20).collectAsList())
        .containsExactlyInAnyOrderElementsOf(rows(20).collectAsList());
  }

  @Test
  void rowsThatAreReadTwiceAreComputedOnceAndLetGo() {
    SparkContext context = SharedSpark.session().sparkContext();
    LongAccumulator computed = context.longAccumulator();
    MapPartitionsFunction<Row, Row> counting =
        rows -> {
          computed.add(1);
          return rows;
        };
    Dataset<Row> mapped = rows(20).coalesce(1).mapPartitions(counting, Encoders.row(SCHEMA));
    Set<Object> held = ids(context);
    // As executors have them, and as the driver does.
    for (int most : new int[] {19, 20}) {
      computed.reset();
      Kept.during(
          mapped,
          most,
          kept -> {
            assertThat(kept.where("name = 'odd'").count()).isEqualTo(10);
            assertThat(kept.collectAsList()).isEqualTo(rows(20).collectAsList());
          });
      assertThat(computed.value()).as("most %d", most).isEqualTo(1);
      assertThat(held).containsAll(ids(context));
    }
    computed.reset();
    try (Kept.Held kept = Kept.held(mapped)) {
      assertThat(kept.rows().collectAsList()).isEqualTo(rows(20).collectAsList());
      assertThat(kept.rows().where("name = 'odd'").count()).isEqualTo(10);
      assertThat(JavaConverters.mapAsJavaMap(context.getPersistentRDDs()).values())
          .filteredOn(rdd -> rdd.getStorageLevel().equals(StorageLevel.DISK_ONLY()))
          .isNotEmpty();
    }
    assertThat(computed.value()).isEqualTo(1);
    assertThat(held).containsAll(ids(context));
  }

  @Test
  void whatIsWrittenToDiskIsNotHeldInTheHeap() {
    List<WeakReference<byte[]>> written = new ArrayList<>();
    SharedSpark.session();
    SerializationStream stream =
        SparkEnv.get().serializer().newInstance().serializeStream(OutputStream.nullOutputStream());
    for (int i = 0; i < 20; i++) {
      byte[] block = new byte[1 << 20];
      written.add(new WeakReference<>(block));
      stream.writeObject(block, ClassTag$.MODULE$.apply(byte[].class));
    }
    System.gc();
    assertThat(written.stream().filter(block -> block.get() != null)).hasSizeLessThanOrEqualTo(5);
    stream.close();
  }

  /** Of rows that executors keep; some may go at any time, with whatever referred to them. */
  private static Set<Object> ids(SparkContext context) {
    return Set.copyOf(JavaConverters.mapAsJavaMap(context.getPersistentRDDs()).keySet());
  }

  static MapPartitionsFunction<Row, Row> same() {
    return rows -> rows;
  }

  /** So many rows of the driver: 0, 1, …, each "even" or "odd". */
  static Dataset<Row> rows(int number) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      rows.add(RowFactory.create(i % 2 == 0 ? "even" : "odd", i));
    }
    return SharedSpark.session().createDataFrame(rows, SCHEMA);
  }
}
