package dev.assay.jobs;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.current_timestamp;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.sha2;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.StructField;

/** Test cases without a corpus, as if stage generate had made them. */
public final class AskedCases {
  private AskedCases() {}

  /** Writes {@code number} cases and a finished run of generate that covers them. */
  public static Store write(SparkSession spark, ConfigLoader.Loaded loaded, int number) {
    Store store = new Store(spark, loaded.config().store());
    Dataset<Row> cases =
        spark.range(number).withColumn("case_id", sha2(col("id").cast("string"), 256));
    Map<String, Column> known = new TreeMap<>();
    known.put("case_id", col("case_id"));
    known.put("group_id", col("case_id"));
    known.put("suite", lit("s"));
    known.put("question", concat(lit("What is rule "), col("id").cast("string"), lit("?")));
    known.put("created_at", current_timestamp());
    known.put("provenance", lit("test"));
    store.append(Tables.TEST_CASES, filled(Tables.TEST_CASES, cases, known));
    known.put("run_id", lit("generated"));
    known.put("system", lit(""));
    known.put("repeat", lit(0));
    store.append(Tables.RUN_CASES, filled(Tables.RUN_CASES, cases, known));
    Map<String, Column> run = new TreeMap<>();
    run.put("run_id", lit("generated"));
    run.put("name", lit(loaded.config().run().name()));
    run.put("stage", lit("generate"));
    run.put("config", lit(""));
    run.put("config_hash", lit(""));
    run.put("started_at", current_timestamp());
    run.put("ended_at", current_timestamp());
    run.put("status", lit("done"));
    store.append(Tables.RUNS, filled(Tables.RUNS, spark.range(1).toDF(), run));
    return store;
  }

  /** The same by a copy of a store that was made before, for a test. */
  public static Store copied(SparkSession spark, ConfigLoader.Loaded loaded, int number) {
    PreparedStores.copy(
        number + " asked cases of " + loaded.config().run().name(),
        path ->
            write(
                spark,
                ConfigLoader.defaults()
                    .set("store.path=" + path)
                    .set("run.name=\"" + loaded.config().run().name() + "\"")
                    .load(),
                number),
        Path.of(loaded.config().store().path()));
    return new Store(spark, loaded.config().store());
  }

  private static Dataset<Row> filled(Table table, Dataset<Row> rows, Map<String, Column> known) {
    Column[] columns = new Column[table.schema().fields().length];
    for (int i = 0; i < columns.length; i++) {
      StructField field = table.schema().fields()[i];
      columns[i] =
          known.getOrDefault(field.name(), empty(field)).cast(field.dataType()).as(field.name());
    }
    return rows.select(columns);
  }

  private static Column empty(StructField field) {
    if (field.nullable()) {
      return lit(null);
    }
    return field.dataType() instanceof ArrayType ? array() : map();
  }
}
