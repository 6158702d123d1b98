package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.udf;

import dev.assay.demo.PlantedTruth;
import dev.assay.demo.SystemAnswer;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.perturb.TwinAttributes;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF4;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * What is known of answers whose faults were planted, as labels of annotator {@code planted}; of
 * questions as they were asked, so that what is calibrated is about these.
 */
final class PlantedLabels {
  private static final List<String> DIMENSIONS = List.of("correct", "grounded");

  private static final UserDefinedFunction TRUTH =
      udf(
          (UDF4<String, String, scala.collection.Map<String, String>, Seq<String>, String>)
              (dimension, answer, attributes, facts) ->
                  truth(
                      dimension,
                      answer,
                      JavaConverters.mapAsJavaMap(attributes),
                      JavaConverters.seqAsJavaList(facts)),
          DataTypes.StringType);

  private PlantedLabels() {}

  static Counts store(Run run) {
    Dataset<Row> planted =
        RunCoverage.responses(run)
            .where(col("attributes").getItem("planted").isNotNull())
            .where(not(TwinAttributes.made()));
    Dataset<Row> labels = null;
    for (String dimension : DIMENSIONS) {
      Dataset<Row> one =
          planted.select(
              col("case_id"),
              col("system"),
              col("repeat"),
              col("group_id"),
              lit(dimension).as("dimension"),
              TRUTH
                  .apply(lit(dimension), col("answer"), col("attributes"), col("facts"))
                  .as("label"));
      labels = labels == null ? one : labels.union(one);
    }
    Dataset<Row> rows =
        labels
            .where(col("label").isNotNull())
            .withColumn("level", col("label").cast("int"))
            .withColumn("annotator", lit(PlantedTruth.ANNOTATOR))
            .withColumn("labelled_at", lit(run.time()))
            .withColumn("note", lit("known truth of a demonstration system, no human judgment"));
    return Counts.of("labels", LabelRows.store(run, rows).labels());
  }

  private static String truth(
      String dimension, String answer, Map<String, String> attributes, List<String> facts) {
    if (!attributes.containsKey("planted")) {
      return null; // Spark may ask before it has left out answers of other systems.
    }
    OptionalInt label =
        PlantedTruth.label(dimension, new SystemAnswer(answer, List.of(), attributes), facts);
    return label.isPresent() ? Integer.toString(label.getAsInt()) : null;
  }
}
