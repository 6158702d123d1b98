package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.col;

import dev.assay.jobs.inputs.CorpusPath;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Documents that are files, one each, read on the executors. Spark lists and distributes them; a
 * task opens its files itself, so that one without permission is rejected and not the whole job.
 *
 * @param format what a file is where its content does not tell, {@code auto} for by its name
 * @param maxBytes larger files are rejected unread
 * @param limits what reading one of them may take
 */
record FileDocuments(String format, long maxBytes, ReaderLimits limits) implements Serializable {

  /** Every file at or under {@code path} whose name does not match {@code excluded}. */
  Dataset<Row> read(SparkSession spark, CorpusPath path, String excluded) {
    Broadcast<SerializableConfiguration> hadoop =
        new JavaSparkContext(spark.sparkContext())
            .broadcast(new SerializableConfiguration(spark.sparkContext().hadoopConfiguration()));
    DataFrameReader reader = path.reader(spark);
    Dataset<Row> files =
        reader
            .format("binaryFile")
            .option("recursiveFileLookup", true)
            .load(CorpusPath.told(reader, path.names()))
            .select("path", "length")
            // Empty files are told where files are listed: Spark's readers may pass over them.
            .where(col("length").gt(0));
    if (!excluded.isEmpty()) {
      files = files.where(col("path").rlike(excluded).equalTo(false));
    }
    return files.mapPartitions(
        (MapPartitionsFunction<Row, Row>) rows -> extract(rows, hadoop.value()),
        Encoders.row(SourceDocuments.SCHEMA));
  }

  private Iterator<Row> extract(Iterator<Row> files, SerializableConfiguration hadoop) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return files.hasNext();
      }

      @Override
      public Row next() {
        Row file = files.next();
        return extract(file.getAs("path"), file.getAs("length"), hadoop);
      }
    };
  }

  private Row extract(String uri, long length, SerializableConfiguration hadoop) {
    if (length > maxBytes) {
      return SourceDocuments.rejected(
          uri,
          "the file has %d bytes; corpus.max-file-bytes allows %d".formatted(length, maxBytes));
    }
    Path path = new Path(uri);
    try (FSDataInputStream in = path.getFileSystem(hadoop.value()).open(path)) {
      return SourceDocuments.of(
          uri, DocumentReader.of(limits).extract(uri, in.readAllBytes(), format));
    } catch (IOException e) {
      return SourceDocuments.unreadable(uri, e.getMessage());
    }
  }
}
