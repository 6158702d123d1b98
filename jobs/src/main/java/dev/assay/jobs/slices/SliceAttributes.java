package dev.assay.jobs.slices;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_distinct;
import static org.apache.spark.sql.functions.array_except;
import static org.apache.spark.sql.functions.array_union;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Rounding;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * Everything by which responses can be told apart, a row for each system and group: column {@code
 * attributes} of key, least and greatest value, and the mean where all are numbers.
 */
public final class SliceAttributes {
  private static final int LONGEST = 120;

  /** What is known of every response beside its attributes. */
  private static final Map<String, String> MADE =
      new TreeMap<>(
          Map.of(
              "passages",
              "CAST(size(contexts) AS STRING)",
              "question_words",
              words("question"),
              "answer_words",
              words("answer"),
              "document",
              "CASE WHEN size(relevant_doc_ids) = 1 THEN relevant_doc_ids[0] END"));

  private SliceAttributes() {}

  /** Words of a text; NULL where there is none or it is blank. */
  private static String words(String column) {
    return "CASE WHEN %1$s RLIKE '\\\\S' THEN CAST(size(split(trim(%1$s), '\\\\s+')) AS STRING) END"
        .formatted(column);
  }

  /**
   * @param covered responses with their cases
   * @param except attributes to leave out
   */
  public static Dataset<Row> of(Dataset<Row> covered, List<String> except) {
    List<Column> known = new ArrayList<>();
    for (String name : SliceKey.COLUMNS) {
      if (!name.equals("system") && !except.contains(name)) {
        known.add(pair(lit(name), new SliceKey(name).value()));
      }
    }
    MADE.forEach(
        (name, value) -> {
          if (!except.contains(name)) {
            known.add(pair(lit(name), expr(value)));
          }
        });
    Set<String> taken = new HashSet<>(SliceKey.COLUMNS);
    taken.addAll(MADE.keySet());
    taken.addAll(except);
    Column others =
        functions.transform(
            array_except(
                array_distinct(functions.map_keys(col("attributes"))),
                array(taken.stream().sorted().map(functions::lit).toArray(Column[]::new))),
            key ->
                pair(
                    key,
                    functions.trim(
                        functions.regexp_replace(
                            functions.element_at(col("attributes"), key), "\\s+", " "))));
    Column number = SliceKey.number(col("value"));
    return covered
        .select(
            col("system"),
            col("group_id"),
            explode(array_union(array(known.toArray(Column[]::new)), others)).as("pair"))
        .select("system", "group_id", "pair.*")
        .where(
            col("value")
                .isNotNull()
                .and(col("value").notEqual(""))
                .and(length(col("value")).leq(LONGEST))
                .and(functions.not(col("key").contains("="))))
        .groupBy("system", "group_id", "key")
        .agg(
            min(SliceKey.written(col("value"))).as("least"),
            max(SliceKey.written(col("value"))).as("greatest"),
            when(count(number).equalTo(count(lit(1))), round(functions.avg(number), 9))
                .as("number"))
        .groupBy("system", "group_id")
        .agg(collect_list(struct("key", "least", "greatest", "number")).as("attributes"));
  }

  private static Column pair(Column key, Column value) {
    return struct(key.as("key"), value.cast("string").as("value"));
  }

  /** What an attribute's values are: numbers where all are and there are more than {@code bins}. */
  public static Set<String> numbers(List<Row> units, int bins) {
    Map<String, Set<Double>> values = new TreeMap<>();
    Set<String> words = new HashSet<>();
    for (Row unit : units) {
      for (Row attribute : RowValues.<Row>list(unit, "attributes")) {
        String key = attribute.getAs("key");
        if (RowValues.isNull(attribute, "number")) {
          words.add(key);
        } else {
          values
              .computeIfAbsent(key, k -> new HashSet<>())
              .add(Rounding.toNano(attribute.<Double>getAs("number")));
        }
      }
    }
    values.keySet().removeAll(words);
    values.values().removeIf(of -> of.size() <= bins);
    values.keySet().remove("stratum_id");
    return values.keySet();
  }
}
