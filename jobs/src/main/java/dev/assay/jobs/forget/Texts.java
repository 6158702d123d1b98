package dev.assay.jobs.forget;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.spark.sql.Row;
import scala.collection.Iterator;
import scala.collection.Seq;

/** The texts in a row, however deep. */
final class Texts {
  private Texts() {}

  /** Hands every text of {@code value} to {@code take}. */
  static void each(Object value, Consumer<String> take) {
    any(
        value,
        text -> {
          take.accept(text);
          return false;
        });
  }

  /** Whether {@code wanted} holds for one of its texts. */
  static boolean any(Object value, Predicate<String> wanted) {
    if (value instanceof String text) {
      return wanted.test(text);
    }
    if (value instanceof Row row) {
      return anyOf(row.toSeq().iterator(), wanted);
    }
    if (value instanceof Seq<?> list) {
      return anyOf(list.iterator(), wanted);
    }
    return value instanceof scala.collection.Map<?, ?> map && anyOf(map.iterator(), wanted);
  }

  private static boolean anyOf(Iterator<?> values, Predicate<String> wanted) {
    while (values.hasNext()) {
      Object value = values.next();
      boolean found =
          value instanceof scala.Tuple2<?, ?> entry
              ? any(entry._1(), wanted) || any(entry._2(), wanted)
              : any(value, wanted);
      if (found) {
        return true;
      }
    }
    return false;
  }
}
