package dev.assay.jobs;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.LabelSource;
import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/** Labels from a file. A row that names no covered response, or says nothing, is rejected. */
final class ImportedLabels {
  private ImportedLabels() {}

  static Counts store(Run run, LabelSource source) {
    Dataset<Row> read =
        Recorded.read(run.spark(), source.path(), Optional.of(source.format()), "label.sources");
    boolean byCase = Arrays.asList(read.columns()).contains("case_id");
    Dataset<Row> labels = columns(read, source, byCase);
    Dataset<Row> responses =
        Covered.responses(run)
            .select(
                col("case_id").as("found_case"),
                col("system").as("found_system"),
                col("repeat").as("found_repeat"),
                col("group_id"),
                expr("attributes['id']").as("record_id"));
    Column same =
        col("system")
            .equalTo(col("found_system"))
            .and(col("repeat").isNull().or(col("repeat").equalTo(col("found_repeat"))))
            .and(col("key").equalTo(byCase ? col("found_case") : col("record_id")));
    Dataset<Row> joined =
        labels.join(responses, same, "left").persist(StorageLevel.MEMORY_AND_DISK());
    try {
      Column reason =
          when(col("key").isNull(), byCase ? "the label has no case_id" : "the label has no id")
              .when(col("dimension").isNull(), "the label has no dimension")
              .when(col("label").isNull(), "the label is empty")
              .when(col("group_id").isNull(), "no covered response has this id, system and repeat");
      long rejected =
          Rejections.record(
              run, joined.where(reason.isNotNull()), source.path(), reason, col("row"));
      Dataset<Row> usable =
          joined
              .where(reason.isNull())
              .withColumn("case_id", col("found_case"))
              .withColumn("repeat", col("found_repeat"))
              .dropDuplicates("case_id", "system", "repeat", "dimension", "annotator");
      return Counts.of("labels", LabelRows.store(run, usable)).and("labels rejected", rejected);
    } finally {
      joined.unpersist();
    }
  }

  private static Dataset<Row> columns(Dataset<Row> read, LabelSource source, boolean byCase) {
    Recorded columns = new Recorded(read, "label.sources '" + source.path() + "'");
    Column annotator = coalesce(columns.text(Optional.empty(), "annotator"), lit("unnamed"));
    // A record's own id names one response; a case may have several.
    Column repeat = columns.text(Optional.empty(), "repeat").cast("int");
    repeat = byCase ? coalesce(repeat, lit(0)) : repeat;
    return read.select(
        blankless(columns.required(byCase ? "case_id" : "id")).as("key"),
        columns.required("system").cast("string").as("system"),
        repeat.as("repeat"),
        blankless(columns.required("dimension")).as("dimension"),
        blankless(columns.required("label")).as("label"),
        columns.text(Optional.empty(), "level").cast("int").as("level"),
        source.annotator().<Column>map(name -> lit(name)).orElse(annotator).as("annotator"),
        columns.text(Optional.empty(), "labelled_at").cast("timestamp").as("labelled_at"),
        columns.text(Optional.empty(), "note").as("note"),
        columns.row().as("row"));
  }

  private static Column blankless(Column column) {
    Column text = trim(column.cast("string"));
    return when(text.notEqual(""), text);
  }
}
