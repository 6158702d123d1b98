package dev.assay.jobs.slices;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.spark.Kept;
import dev.assay.tables.RowValues;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * Quantile bins of keys whose values are numbers alone, more different ones than there are bins.
 * Every bin is named by the least and the greatest number in it.
 *
 * @param of the bins of each such key, upwards; other keys have none
 */
record NumberBins(Map<String, List<Bin>> of) {

  /** What lies between two numbers of the data, both included. */
  record Bin(double low, double high) {
    String name() {
      return low == high ? plain(low) : plain(low) + " to " + plain(high);
    }

    private static String plain(double number) {
      return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
  }

  /** The bins of {@code keys} in {@code covered}. */
  static NumberBins fit(Dataset<Row> covered, List<SliceKey> keys, int bins) {
    Column[] pairs =
        keys.stream()
            .map(key -> struct(lit(key.name()).as("key"), key.value().as("value")))
            .toArray(Column[]::new);
    Dataset<Row> values =
        covered
            .select(explode(functions.array(pairs)).as("pair"))
            .select("pair.*")
            .where(col("value").isNotNull())
            .groupBy("key", "value")
            .agg(count(lit(1)).as("n"))
            .withColumn("number", SliceKey.number(col("value")))
            .transform(Kept::apart);
    String shares =
        IntStream.range(1, bins)
            .mapToObj(cut -> cut + ".0D / " + bins)
            .collect(Collectors.joining(", "));
    Map<String, double[]> cuts = new TreeMap<>();
    values
        .groupBy("key")
        .agg(
            count(lit(1)).equalTo(count(col("number"))).as("numeric"),
            countDistinct("number").as("different"),
            expr("percentile(number, array(" + shares + "), n)").as("cuts"))
        .where(col("numeric").and(col("different").gt(bins)))
        .collectAsList()
        .forEach(
            row ->
                cuts.put(
                    row.getAs("key"),
                    RowValues.<Double>list(row, "cuts").stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray()));
    return new NumberBins(cuts.isEmpty() ? Map.of() : ranges(values, cuts));
  }

  private static Map<String, List<Bin>> ranges(Dataset<Row> values, Map<String, double[]> cuts) {
    Column bin = lit(null).cast("int");
    for (Map.Entry<String, double[]> key : cuts.entrySet()) {
      Column place = lit(0);
      for (double cut : key.getValue()) {
        place = place.plus(when(col("number").gt(cut), 1).otherwise(0));
      }
      bin = when(col("key").equalTo(key.getKey()), place).otherwise(bin);
    }
    Map<String, List<Bin>> ranges = new TreeMap<>();
    values
        .withColumn("bin", bin)
        .where(col("bin").isNotNull())
        .groupBy("key", "bin")
        .agg(min("number").as("low"), max("number").as("high"))
        .orderBy("key", "bin")
        .collectAsList()
        .forEach(
            row ->
                ranges
                    .computeIfAbsent(row.getAs("key"), key -> new ArrayList<>())
                    .add(new Bin(row.getAs("low"), row.getAs("high"))));
    return ranges;
  }

  /** What a response has of {@code key}, as slices name it; NULL where it has none. */
  Column label(SliceKey key) {
    if (!of.containsKey(key.name())) {
      return SliceKey.written(key.value());
    }
    Column number = SliceKey.number(key.value());
    Column label = lit(null).cast("string");
    for (Bin bin : of.get(key.name())) {
      label = when(number.between(bin.low(), bin.high()), bin.name()).otherwise(label);
    }
    return label;
  }
}
