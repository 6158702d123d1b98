package dev.assay.jobs.suites;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.base.Hashes;
import dev.assay.config.cases.TestSource;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.inputs.CaseColumns;
import dev.assay.jobs.inputs.SourceRows;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.storage.StorageLevel;

/**
 * A suite that was read. Its version is the configured one, or a hash of its cases, whatever their
 * order: a case that is as it was keeps its key and its answers in any version.
 *
 * @param cases all columns of test_cases but created_at
 * @param rows what {@code cases} is made from, to be let go
 */
record Suite(Dataset<Row> cases, Counts counts, List<Dataset<Row>> rows) implements AutoCloseable {
  private static final int VERSION = 12;

  static Suite read(Run run, TestSource source, String owner) {
    Dataset<Row> read =
        SourceRows.read(run.spark(), source, owner).persist(StorageLevel.MEMORY_AND_DISK());
    CaseColumns columns =
        new CaseColumns(
            source.cases(), SourceRows.names(read), Set.of(), List.of("*"), true, false, owner);
    Dataset<Row> rows =
        onceEach(Lineage.of(columns.over(read).withColumn("suite", lit(source.suite()))))
            .persist(StorageLevel.MEMORY_AND_DISK());
    long rejected =
        Rejections.record(
            run,
            rows.where(col("reason").isNotNull()),
            col(SourceRows.FILE),
            col("reason"),
            col("row"),
            col(SourceRows.LINE));
    Dataset<Row> good = rows.where(col("reason").isNull());
    Row content =
        good.agg(
                count(lit(1)).as("n"),
                bit_xor(xxhash64(content())).as("all"),
                sum(xxhash64(content()).cast("decimal(38,0)")).as("sum"))
            .head();
    long number = content.<Long>getAs("n");
    if (number == 0) {
      throw new StageException(
          "%s: suite '%s' (%s) holds no test case; its columns: %s. %d records were rejected%s."
              .formatted(
                  owner,
                  source.suite(),
                  source.path(),
                  columns,
                  rejected,
                  rejected == 0 ? "" : ": table rejected says why"));
    }
    String hash =
        Hashes.sha256(
            Long.toString(number),
            String.valueOf((Object) content.getAs("all")),
            String.valueOf((Object) content.getAs("sum")));
    Dataset<Row> known = CorpusIds.of(run, good);
    UnknownIds.tell(run, known, source.suite());
    return new Suite(
        cases(known, source, hash.substring(0, VERSION)),
        Counts.of("test cases", number).and("records rejected", rejected),
        List.of(read, rows));
  }

  private static Dataset<Row> cases(Dataset<Row> rows, TestSource source, String hash) {
    return rows.withColumn("suite_version", lit(source.version().orElse(hash)))
        .withColumn("provenance", lit("suite: " + source.path() + ", " + hash))
        .withColumn("stratum_id", lit(null).cast("int"))
        .withColumn("source_chunk_ids", array().cast("array<string>"))
        .withColumn("intensity", lit(null).cast("string"))
        .withColumn("edit_distance", lit(null).cast("long"))
        .select(
            Arrays.stream(Tables.TEST_CASES.schema().fieldNames())
                .filter(name -> !name.equals("created_at"))
                .map(org.apache.spark.sql.functions::col)
                .toArray(Column[]::new));
  }

  /** What a version stands for. */
  private static Column content() {
    return to_json(
        struct(
            col("case_id"),
            col("group_id"),
            col("parent_case_id"),
            col("expected_answers"),
            col("facts"),
            col("relevant_doc_ids"),
            col("relevant_passages"),
            col("answerable"),
            col("query_type"),
            col("difficulty"),
            col("sampling_weight"),
            array_sort(map_entries(col("attributes"))).as("attributes")));
  }

  /** Of records with the same key the first one counts. */
  private static Dataset<Row> onceEach(Dataset<Row> rows) {
    WindowSpec same =
        Window.partitionBy(col("case_id"), col("reason").isNull())
            .orderBy(SourceRows.FILE, SourceRows.LINE, "row");
    return rows.withColumn("__place", row_number().over(same))
        .withColumn("__line", first(col(SourceRows.LINE)).over(same))
        .withColumn("__file", first(col(SourceRows.FILE)).over(same))
        .withColumn(
            "reason",
            coalesce(
                col("reason"),
                when(
                    col("__place").gt(1),
                    concat(
                        lit(
                            "the same question with the same expected answer, condition and"
                                + " perturbation stands in "),
                        col("__file"),
                        coalesce(concat(lit(", line "), col("__line")), lit("")),
                        lit(
                            "; name one of them a perturbation (copy) if it is to be asked"
                                + " again")))))
        .drop("__place", "__line", "__file");
  }

  /** Lets go of what was kept. */
  @Override
  public void close() {
    rows.forEach(Dataset::unpersist);
  }
}
