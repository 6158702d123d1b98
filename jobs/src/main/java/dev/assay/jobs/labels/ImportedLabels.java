package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.LabelDimension;
import dev.assay.config.LabelSource;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.inputs.RecordFile;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.storage.StorageLevel;

/**
 * Labels from a file. A row is rejected when it names no covered response, says nothing, says what
 * its dimension does not allow, or repeats what its annotator already said of the response.
 */
final class ImportedLabels {
  private static final String LABEL_STUDIO = "label-studio";

  private ImportedLabels() {}

  static Counts store(Run run, LabelSource source) {
    Dataset<Row> read = read(run, source);
    boolean byCase = Arrays.asList(read.columns()).contains("case_id");
    Dataset<Row> labels = columns(read, source, byCase);
    Dataset<Row> responses =
        RunCoverage.responses(run)
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
    Map<String, LabelDimension> dimensions = run.config().label().dimensions();
    Dataset<Row> joined =
        labels
            .join(responses, same, "left")
            .withColumn("reason", reason(byCase, dimensions))
            .transform(ImportedLabels::onceEach)
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      long rejected =
          Rejections.record(
              run,
              joined.where(col("reason").isNotNull()),
              source.path(),
              col("reason"),
              col("row"));
      Dataset<Row> usable =
          joined
              .where(col("reason").isNull())
              .withColumn("case_id", col("found_case"))
              .withColumn("repeat", col("found_repeat"))
              .withColumn("level", coalesce(col("level"), level(dimensions)));
      return Counts.of("labels", LabelRows.store(run, usable)).and("labels rejected", rejected);
    } finally {
      joined.unpersist();
    }
  }

  private static Dataset<Row> read(Run run, LabelSource source) {
    boolean studio =
        source.format().equals(LABEL_STUDIO)
            || source.format().equals("auto")
                && source.path().toLowerCase(Locale.ROOT).endsWith(".json");
    return studio
        ? LabelStudio.read(run.spark(), source.path())
        : RecordFile.read(
            run.spark(), source.path(), Optional.of(source.format()), "label.sources");
  }

  private static Column reason(boolean byCase, Map<String, LabelDimension> dimensions) {
    Column reason =
        when(col("key").isNull(), byCase ? "the label has no case_id" : "the label has no id")
            .when(col("dimension").isNull(), "the label has no dimension")
            .when(col("label").isNull(), "the label is empty")
            .when(col("group_id").isNull(), "no covered response has this id, system and repeat");
    for (Map.Entry<String, LabelDimension> entry : dimensions.entrySet()) {
      reason =
          reason.when(
              col("dimension")
                  .equalTo(entry.getKey())
                  .and(not(col("label").isin(entry.getValue().allowed().toArray()))),
              "the label is no level of '%s': %s"
                  .formatted(entry.getKey(), String.join(", ", entry.getValue().allowed())));
    }
    return reason;
  }

  /** The place of the label among the declared levels; NULL where they have no order. */
  private static Column level(Map<String, LabelDimension> dimensions) {
    Column level = lit(null).cast("int");
    for (Map.Entry<String, LabelDimension> entry : dimensions.entrySet()) {
      if (entry.getValue().kind().equals("nominal")) {
        continue;
      }
      int place = 0;
      for (String allowed : entry.getValue().allowed()) {
        level =
            when(
                    col("dimension").equalTo(entry.getKey()).and(col("label").equalTo(allowed)),
                    lit(place++))
                .otherwise(level);
      }
    }
    return level;
  }

  /**
   * Of several labels of one response by one annotator the last by time stays; where no time tells
   * which that is, they stay only if they say the same.
   */
  private static Dataset<Row> onceEach(Dataset<Row> rows) {
    WindowSpec one =
        Window.partitionBy(
            "reason", "found_case", "system", "found_repeat", "dimension", "annotator");
    Column latest = max("labelled_at").over(one);
    Column said =
        size(
            collect_set(when(col("labelled_at").eqNullSafe(col("latest")), col("label")))
                .over(one));
    Column place =
        row_number()
            .over(
                one.orderBy(
                    col("labelled_at").desc_nulls_last(), col("label"), col("note"), col("row")));
    return rows.withColumn("latest", latest)
        .withColumn("said", said)
        .withColumn("place", place)
        .withColumn(
            "reason",
            when(col("reason").isNotNull(), col("reason"))
                .when(
                    col("said").gt(1),
                    "the annotator labelled this response twice, differently, and no time says"
                        + " which came last")
                .when(col("place").gt(1), "the annotator labelled this response again"))
        .drop("latest", "said", "place");
  }

  private static Dataset<Row> columns(Dataset<Row> read, LabelSource source, boolean byCase) {
    RecordFile columns = new RecordFile(read, "label.sources '" + source.path() + "'");
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
