package dev.assay.jobs.slices;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_compact;
import static org.apache.spark.sql.functions.array_distinct;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_keys;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.AnalyzeConfig;
import dev.assay.slices.SliceBy;
import dev.assay.slices.SliceName;
import dev.assay.spark.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * The slices that an analysis is made by: all, query type and stratum, and those by attributes that
 * {@code analyze.slices} names and enough groups speak for.
 *
 * @param column the slices of a covered response
 * @param left what has no slice of its own and why, a sentence for an entry of the setting
 */
public record Slices(Column column, List<String> left) {
  /** Whether {@code key} is what Assay itself says of a case or response, not an attribute. */
  public static boolean isOwn(String key) {
    return SliceKey.COLUMNS.contains(key);
  }

  private static final int MOST_NAMES = 20;

  /** Those of every response, whatever the setting says. */
  public static final Slices USUAL = new Slices(array_compact(array(usual())), List.of());

  private static Column[] usual() {
    return new Column[] {
      lit(SliceName.ALL),
      concat(lit("query_type="), col("query_type")),
      concat(lit("stratum_id="), col("stratum_id").cast("string"))
    };
  }

  /** The slice by {@code entry}, whose numbers are taken as they are; NULL without a value. */
  public static Column by(String entry) {
    return name(SliceBy.parse(entry).orElseThrow(), new NumberBins(Map.of()));
  }

  /** The slices of {@code covered} that {@code config} asks for. */
  public static Slices of(AnalyzeConfig config, Dataset<Row> covered) {
    List<SliceBy> entries =
        config.slices().stream()
            .map(entry -> SliceBy.parse(entry).orElseThrow())
            .distinct()
            .toList();
    if (entries.isEmpty()) {
      return USUAL;
    }
    List<SliceKey> keys =
        entries.stream().flatMap(by -> by.keys().stream()).distinct().map(SliceKey::new).toList();
    NumberBins bins = NumberBins.fit(covered, keys, config.sliceBins());
    List<Column> names = entries.stream().map(by -> name(by, bins)).toList();
    Map<Integer, Support> supports = supports(config, covered, names);
    List<Column> slices = new ArrayList<>(List.of(usual()));
    List<String> left = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Support support = supports.getOrDefault(i, Support.NONE);
      slices.add(when(names.get(i).isin(support.kept().toArray()), names.get(i)));
      left.addAll(support.left(entries.get(i), config));
      if (support.all() == 0) {
        left.add(absent(entries.get(i), covered));
      }
    }
    return new Slices(
        array_distinct(array_compact(array(slices.toArray(Column[]::new)))), List.copyOf(left));
  }

  private static Column name(SliceBy by, NumberBins bins) {
    List<Column> parts = new ArrayList<>();
    for (String key : by.keys()) {
      parts.add(lit((parts.isEmpty() ? "" : SliceName.JOINED) + key + "="));
      parts.add(bins.label(new SliceKey(key)));
    }
    return concat(parts.toArray(Column[]::new));
  }

  /**
   * How many groups speak for the slices of an entry.
   *
   * @param kept the slices with most groups
   * @param all how many slices there are
   * @param enough how many have enough groups
   */
  private record Support(List<String> kept, long all, long enough) {
    static final Support NONE = new Support(List.of(), 0, 0);

    List<String> left(SliceBy by, AnalyzeConfig config) {
      List<String> left = new ArrayList<>();
      if (enough < all) {
        left.add(
            "%d of %d slices by %s have fewer than analyze.slice-min-groups = %d questions and are left out."
                .formatted(all - enough, all, by, config.sliceMinGroups()));
      }
      if (kept.size() < enough) {
        left.add(
            "Of %d slices by %s with questions enough, the analysis has the %d with most (analyze.slice-max-values)."
                .formatted(enough, by, kept.size()));
      }
      return left;
    }
  }

  private static Map<Integer, Support> supports(
      AnalyzeConfig config, Dataset<Row> covered, List<Column> names) {
    List<Column> candidates = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      candidates.add(struct(lit(i).as("entry"), names.get(i).as("slice")));
    }
    Column enough = col("groups").geq(config.sliceMinGroups());
    Dataset<Row> groups =
        covered
            .select(col("group_id"), explode(array(candidates.toArray(Column[]::new))).as("one"))
            .select("group_id", "one.*")
            .where(col("slice").isNotNull())
            .groupBy("entry", "slice")
            .agg(countDistinct("group_id").as("groups"))
            .transform(Kept::apart);
    Map<Integer, List<String>> kept = new TreeMap<>();
    groups
        .where(enough)
        .withColumn(
            "place",
            row_number()
                .over(
                    Window.partitionBy("entry").orderBy(col("groups").desc(), col("slice").asc())))
        .where(col("place").leq(config.sliceMaxValues()))
        .orderBy("entry", "place")
        .collectAsList()
        .forEach(
            row ->
                kept.computeIfAbsent(row.getAs("entry"), entry -> new ArrayList<>())
                    .add(row.getAs("slice")));
    Map<Integer, Support> supports = new TreeMap<>();
    groups
        .groupBy("entry")
        .agg(count(lit(1)).as("all"), sum(when(enough, 1L).otherwise(0L)).as("enough"))
        .collectAsList()
        .forEach(
            row ->
                supports.put(
                    row.getAs("entry"),
                    new Support(
                        kept.getOrDefault(row.<Integer>getAs("entry"), List.of()),
                        row.getAs("all"),
                        row.getAs("enough"))));
    return supports;
  }

  /** Why there is no slice by {@code by} at all. */
  private static String absent(SliceBy by, Dataset<Row> covered) {
    TreeSet<String> known =
        new TreeSet<>(
            covered
                .select(explode(map_keys(col("attributes"))).as("key"))
                .distinct()
                .orderBy("key")
                .limit(MOST_NAMES)
                .as(Encoders.STRING())
                .collectAsList());
    known.addAll(SliceKey.COLUMNS);
    known.remove("system");
    return "No response has a value of %s (analyze.slices), so there is no slice by it. Known: %s."
        .formatted(by, String.join(", ", known));
  }
}
