package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.map_concat;
import static org.apache.spark.sql.functions.map_filter;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.split;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.OneLine;
import dev.assay.jobs.engine.StageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Queries and relevance judgements as TREC and BEIR write them. */
final class TrecRecords {
  private static final String GRADES = "relevant_grades";

  private TrecRecords() {}

  /** Queries, one a line: an id, a tab or blanks, the text. */
  static Iterator<SourceRecord> queries(Reader text) {
    BufferedReader lines = new BufferedReader(text);
    return new Iterator<>() {
      private long number;
      private String line = read();

      private String read() {
        try {
          String read = lines.readLine();
          number++;
          while (read != null && read.isBlank()) {
            read = lines.readLine();
            number++;
          }
          return read;
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public boolean hasNext() {
        return line != null;
      }

      @Override
      public SourceRecord next() {
        String[] parts = line.split(line.contains("\t") ? "\t" : "\\s+", 2);
        SourceRecord record =
            parts.length < 2
                ? SourceRecord.malformed(number, line)
                : new SourceRecord(number, Map.of("id", parts[0].strip(), "text", parts[1]), "");
        line = read();
        return record;
      }
    };
  }

  /**
   * {@code queries} with the column {@code relevant_ids}: the documents that are judged above 0;
   * and, of a query with other grades than 1, with {@value #GRADES}: those documents with their
   * grades.
   *
   * @param path judgements, one a line: query, iteration, document, grade, or without the iteration
   */
  static Dataset<Row> judged(SparkSession spark, Dataset<Row> queries, String path, String owner) {
    Dataset<Row> lines =
        CorpusPath.of(spark, owner + ".qrels", path)
            .reader(spark)
            .text(path)
            .where(trim(col("value")).notEqual(""))
            .select(col("value"), split(trim(col("value")), "\\s+").as("parts"))
            .withColumn("width", size(col("parts")))
            .withColumn("grade", expr("try_cast(element_at(parts, -1) AS DOUBLE)"));
    Row broken =
        lines
            .where(
                col("width")
                    .isin(3, 4)
                    .equalTo(false)
                    .or(
                        // the header of BEIR's files
                        col("grade")
                            .isNull()
                            .and(col("value").rlike("^query-id\\s").equalTo(false))))
            .agg(
                org.apache.spark.sql.functions.count(lit(1)).as("n"),
                org.apache.spark.sql.functions.min("value").as("example"))
            .head();
    if (broken.<Long>getAs("n") > 0) {
      throw new StageException(
          "%s.qrels: %d lines of '%s' are no judgement, such as '%s'. A line is: query, iteration, document, grade (or without the iteration), with blanks between."
              .formatted(
                  owner, broken.<Long>getAs("n"), path, OneLine.of(broken.getAs("example"))));
    }
    Dataset<Row> relevant =
        lines
            .where(col("grade").gt(0))
            .select(
                expr("parts[0]").as("__query"),
                when(col("width").equalTo(4), expr("parts[2]"))
                    .otherwise(expr("parts[1]"))
                    .as("__document"),
                col("grade").as("__grade"))
            .groupBy("__query")
            .agg(
                to_json(array_sort(collect_set("__document"))).as("__relevant"),
                when(
                        max(col("__grade")).notEqual(1).or(min(col("__grade")).notEqual(1)),
                        to_json(
                            array_sort(
                                collect_set(
                                    struct(
                                        col("__document").as("id"), col("__grade").as("grade"))))))
                    .as("__grades"));
    Column id =
        coalesce(
            new Preset(java.util.Optional.of("trec"))
                .names("id").stream()
                    .map(name -> col(SourceRows.COLUMNS).getItem(name))
                    .toArray(Column[]::new));
    return queries
        .withColumn("__id", id)
        .join(relevant, col("__id").equalTo(col("__query")), "left")
        .withColumn(
            SourceRows.COLUMNS,
            when(
                    col("__relevant").isNotNull(),
                    map_concat(
                        map_filter(
                            col(SourceRows.COLUMNS),
                            (name, any) -> not(name.isin("relevant_ids", GRADES))),
                        map(lit("relevant_ids"), col("__relevant")),
                        when(col("__grades").isNotNull(), map(lit(GRADES), col("__grades")))
                            .otherwise(map().cast("map<string,string>"))))
                .otherwise(col(SourceRows.COLUMNS)))
        .select(SourceRows.FILE, SourceRows.LINE, SourceRows.MALFORMED, SourceRows.COLUMNS);
  }
}
