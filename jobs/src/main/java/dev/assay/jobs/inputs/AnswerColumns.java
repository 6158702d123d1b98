package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.assay.config.cases.AnswerNames;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.Json;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;

/** Where in a record a recorded answer stands, and what it took. */
public final class AnswerColumns {
  private static final Map<String, String> NUMBERS =
      Map.of(
          "latency", "latency_ms DOUBLE",
          "input-tokens", "input_tokens BIGINT",
          "output-tokens", "output_tokens BIGINT",
          "cost", "cost DOUBLE");

  private final Map<String, String> columns = new LinkedHashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final Optional<String> separator;
  private final String owner;

  /**
   * @param names the configured columns
   * @param preset whose file it is
   * @param there the columns of the file
   * @param owner the key that named the file, for messages
   */
  public AnswerColumns(
      AnswerNames names, Optional<String> preset, ColumnNames there, String owner) {
    this.owner = owner;
    Preset usual = new Preset(preset);
    this.separator = usual.separator();
    Map<String, Optional<String>> named = new LinkedHashMap<>();
    named.put("answer", names.answerColumn());
    named.put("contexts", names.contextsColumn());
    named.put("system", names.systemColumn());
    named.put("latency", names.latencyColumn());
    named.put("input-tokens", names.inputTokensColumn());
    named.put("output-tokens", names.outputTokensColumn());
    named.put("cost", names.costColumn());
    named.put("artifacts", names.artifactsColumn());
    named.forEach(
        (role, column) ->
            column
                .map(name -> Fields.required(name, there, owner + "." + role + "-column"))
                .or(() -> there.of(usual, role))
                .ifPresent(name -> columns.put(role, name)));
    if (!columns.containsKey("answer")) {
      throw new StageException(
          "%s: there is no column for the answer (%s). Columns: %s. Name it with answer-column."
              .formatted(owner, String.join(", ", usual.names("answer")), there));
    }
    columns.values().forEach(name -> taken.add(Fields.column(there.all(), name)));
  }

  /** The columns of the file that are read here. */
  public Set<String> taken() {
    return taken;
  }

  /**
   * What {@link CaseColumns#over} gives with answer, contexts, system, latency_ms, input_tokens,
   * output_tokens, cost and artifacts; a number that is none is a reason.
   */
  public Dataset<Row> over(Dataset<Row> cases) {
    String mark = separator.orElse("");
    UserDefinedFunction passages =
        udf(
            (UDF1<String, List<Row>>)
                text -> WrittenPassages.of(mark.isEmpty() ? text : listed(text, mark)),
            WrittenPassages.TYPE);
    Column contexts = value("contexts");
    Column reason = col("reason");
    Dataset<Row> rows =
        cases
            .withColumn("answer", value("answer"))
            .withColumn(
                "contexts",
                when(contexts.isNotNull().and(col("reason").isNull()), passages.apply(contexts))
                    .otherwise(array().cast(WrittenPassages.TYPE)))
            .withColumn("system", blankless(value("system")))
            .withColumn("artifacts", blankless(value("artifacts")));
    for (Map.Entry<String, String> number : NUMBERS.entrySet()) {
      String[] declared = number.getValue().split(" ");
      Column text = blankless(value(number.getKey()));
      Column read = text.cast("double");
      reason =
          coalesce(
              reason,
              when(
                  text.isNotNull().and(coalesce(not(read.between(0, Double.MAX_VALUE)), lit(true))),
                  org.apache.spark.sql.functions.concat(
                      lit(
                          "%s (column '%s'): '"
                              .formatted(
                                  number.getKey().replace('-', ' '), columns.get(number.getKey()))),
                      text,
                      lit("' is no number of 0 or more"))));
      rows = rows.withColumn(declared[0], read.cast(declared[1]));
    }
    return rows.withColumn("reason", reason);
  }

  /**
   * Why a record's contexts are none, and with them its whole source; NULL where they can be read.
   */
  public static Column refusal() {
    return WrittenPassages.refusal(col("contexts"));
  }

  /** A text with a mark between its passages as the list that it stands for. */
  private static String listed(String text, String mark) {
    if (text.stripLeading().startsWith("[")) {
      return text;
    }
    ArrayNode list = Json.object().arrayNode();
    Arrays.stream(text.split(Pattern.quote(mark))).forEach(one -> list.add(one.strip()));
    return Json.write(list);
  }

  private Column value(String role) {
    String name = columns.get(role);
    if (name == null) {
      return lit(null).cast("string");
    }
    UserDefinedFunction nested =
        udf(
            (UDF1<scala.collection.Map<String, String>, String>)
                record ->
                    Fields.value(scala.collection.JavaConverters.mapAsJavaMap(record), name)
                        .orElse(null),
            org.apache.spark.sql.types.DataTypes.StringType);
    Column columns = col(SourceRows.COLUMNS);
    return name.contains(".")
        ? coalesce(element_at(columns, name), nested.apply(columns))
        : element_at(columns, name);
  }

  private static Column blankless(Column text) {
    return when(trim(text).notEqual(""), text);
  }
}
