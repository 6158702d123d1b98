package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.array_distinct;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.explode_outer;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.filter;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.config.LabelDimension;
import dev.assay.config.LabelSource;
import dev.assay.config.LabelValues;
import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.inputs.PlacedRows;
import dev.assay.jobs.inputs.RecordFile;
import dev.assay.jobs.inputs.TextTable;
import dev.assay.spark.Kept;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.DataTypes;

/**
 * Labels from a file. A row is rejected when it names no covered response, says nothing, says what
 * its dimension does not allow, or repeats what its annotator already said of the response.
 */
final class ImportedLabels {
  static final String LABEL_STUDIO = "label-studio";
  private static final String OWNER = "label.sources";

  private ImportedLabels() {}

  static Counts store(Run run, LabelSource source) {
    Map<String, LabelDimension> dimensions = run.config().label().dimensions();
    LabelValues values = run.config().label().values();
    Dataset<Row> read = read(run, source);
    boolean byCase =
        source.idColumn().isEmpty() && Arrays.asList(read.columns()).contains("case_id");
    Dataset<Row> labels = columns(run, read, source, byCase);
    UserDefinedFunction meant =
        udf(
            (UDF2<String, String, String>)
                (dimension, said) ->
                    dimension == null || said == null
                        ? null
                        : dimensions
                            .getOrDefault(dimension, LabelDimension.BINARY)
                            .read(said, values)
                            .orElse(null),
            DataTypes.StringType);
    Dataset<Row> joined =
        labels
            .join(answered(run, byCase), RunCoverage.on(List.of("key")), "left")
            .withColumn("met", filter(col("found"), ImportedLabels::same))
            .withColumn("meant", meant.apply(col("dimension"), col("label")))
            .withColumn("reason", LabelReasons.of(byCase, dimensions))
            .withColumn(LabelReach.SEVERAL, size(said(col("met"))).gt(1))
            .withColumn("response", explode_outer(when(col("reason").isNull(), col("met"))))
            .withColumn("found_case", col("response.case_id"))
            .withColumn("found_repeat", col("response.repeat"))
            .withColumn("group_id", col("response.group_id"))
            .withColumn("label", coalesce(col("meant"), col("label")))
            .drop("found", "met", "meant", "response")
            .transform(ImportedLabels::onceEach)
            .transform(Kept::of);
    try {
      long rejected =
          Rejections.record(
              run,
              joined.where(col("reason").isNotNull()),
              col(TextTable.FILE),
              col("reason"),
              col("row"),
              col(TextTable.LINE));
      Dataset<Row> usable =
          joined
              .where(col("reason").isNull())
              .withColumn("case_id", col("found_case"))
              .withColumn("repeat", col("found_repeat"))
              .withColumn("level", coalesce(col("level"), level(dimensions)));
      LabelRows.Stored stored = LabelRows.store(run, usable);
      LabelReach.tell(source.path(), joined, rejected, stored);
      Counts counts = Counts.of("labels", stored.labels()).and("labels rejected", rejected);
      return stored.older() == 0 ? counts : counts.and("labels older", stored.older());
    } finally {
      joined.unpersist();
    }
  }

  /** All covered responses of each key that labels name them by: {@code found}. */
  private static Dataset<Row> answered(Run run, boolean byCase) {
    return RunCoverage.responses(run)
        .withColumn("key", byCase ? col("case_id") : expr("attributes['id']"))
        .where(col("key").isNotNull())
        .groupBy("key")
        .agg(
            collect_list(
                    struct(
                        col("system"),
                        col("repeat"),
                        col("case_id"),
                        col("group_id"),
                        xxhash64(col("answer")).as("said")))
                .as("found"));
  }

  /** The different answers of {@code responses}. */
  private static Column said(Column responses) {
    return array_distinct(transform(responses, response -> response.getField("said")));
  }

  private static Column same(Column response) {
    return col("system")
        .equalTo(response.getField("system"))
        .and(col("repeat").isNull().or(col("repeat").equalTo(response.getField("repeat"))));
  }

  private static Dataset<Row> read(Run run, LabelSource source) {
    boolean studio =
        source.format().equals(LABEL_STUDIO)
            || source.format().equals("auto") && Compressed.ending(source.path()).equals("json");
    if (studio) {
      return PlacedRows.placeless(LabelStudio.read(run.spark(), source.path()), source.path());
    }
    return PlacedRows.read(run.spark(), source.path(), source.format(), OWNER);
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

  private static Dataset<Row> columns(
      Run run, Dataset<Row> read, LabelSource source, boolean byCase) {
    RecordFile columns = new RecordFile(read, "label.sources '" + source.path() + "'");
    Column annotator = coalesce(columns.text(Optional.empty(), "annotator"), lit("unnamed"));
    // A record's own id names one response; a case may have several.
    Column said = blankless(columns.text(Optional.empty(), "repeat"));
    Column repeat = byCase ? coalesce(said.cast("int"), lit(0)) : said.cast("int");
    Column time = blankless(columns.text(Optional.empty(), "labelled_at"));
    return read.select(
        blankless(columns.required(byCase ? "case_id" : source.idColumn().orElse("id"))).as("key"),
        system(run, columns, source).as("system"),
        repeat.as("repeat"),
        said.as(LabelReasons.REPEAT),
        source
            .dimension()
            .<Column>map(name -> lit(name))
            .orElseGet(() -> blankless(columns.required("dimension")))
            .as("dimension"),
        blankless(columns.required(source.labelColumn().orElse("label"))).as("label"),
        columns.text(Optional.empty(), "level").cast("int").as("level"),
        source.annotator().<Column>map(name -> lit(name)).orElse(annotator).as("annotator"),
        time.cast("timestamp").as("labelled_at"),
        time.as(LabelReach.TIME),
        columns.text(Optional.empty(), "note").as("note"),
        coalesce(col(TextTable.MALFORMED), columns.row()).as("row"),
        monotonically_increasing_id().as(LabelReach.NUMBER),
        col(TextTable.MALFORMED),
        col(TextTable.PROBLEM),
        col(TextTable.FILE),
        col(TextTable.LINE));
  }

  /** The labels' system; where they name none, the only one that there is. */
  private static Column system(Run run, RecordFile columns, LabelSource source) {
    String name = source.systemColumn().orElse("system");
    if (source.systemColumn().isPresent() || columns.has(name)) {
      // Exports put an apostrophe before what a spreadsheet would take for a formula.
      return regexp_replace(blankless(columns.required(name)), "\\A'(?=[=+@＝＋－＠-])", "");
    }
    List<String> systems =
        RunCoverage.responses(run)
            .select("system")
            .distinct()
            .orderBy("system")
            .as(Encoders.STRING())
            .collectAsList();
    if (systems.size() != 1) {
      throw new StageException(
          "%s: there is no column 'system', and the labels may be of any of %s. Add the column."
              .formatted(columns.owner(), String.join(", ", systems)));
    }
    return lit(systems.get(0));
  }

  private static Column blankless(Column column) {
    Column text = trim(column.cast("string"));
    return when(text.notEqual(""), text);
  }
}
