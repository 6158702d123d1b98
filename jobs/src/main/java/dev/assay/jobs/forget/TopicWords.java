package dev.assay.jobs.forget;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lower;

import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** Words by which topics are described and which stand in no document that stays. */
final class TopicWords {
  private TopicWords() {}

  /** Those of the strata that the forgotten chunks were in. */
  static Set<String> gone(Store store, Marks marks) {
    Set<String> words = new TreeSet<>();
    if (marks.chunks().isEmpty()) {
      return words;
    }
    for (Row topic : store.read(Tables.TOPICS).select("terms").collectAsList()) {
      for (Row term : RowValues.<Row>list(topic, "terms")) {
        words.addAll(words(term.getAs("term")));
      }
    }
    Set<String> all = new TreeSet<>(words);
    Dataset<Row> stay =
        store
            .read(Tables.CHUNKS)
            .where(functions.not(Selection.in("chunk_id", marks.chunks())))
            .select(lower(col("text")).as("text"));
    words.removeAll(
        stay.flatMap(
                (FlatMapFunction<Row, String>)
                    row -> all.stream().filter(row.<String>getAs("text")::contains).iterator(),
                Encoders.STRING())
            .distinct()
            .collectAsList());
    return words;
  }

  /** The words of a term or label, in lower case. */
  static Set<String> words(String text) {
    Set<String> words = new TreeSet<>(Arrays.asList(text.toLowerCase(Locale.ROOT).split("[ ,]+")));
    words.remove("");
    return words;
  }
}
