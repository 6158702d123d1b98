package dev.assay.tables;

import dev.assay.base.Hashes;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/** Keys by content, the same in Java and in SQL. NULL counts as empty text. */
public final class Keys {
  private static final UserDefinedFunction HASH =
      functions.udf(
          (UDF1<Seq<String>, String>) parts -> hash(JavaConverters.seqAsJavaList(parts)),
          DataTypes.StringType);

  private Keys() {}

  /** SHA-256 of {@code parts} in order, as {@link Hashes#sha256} makes it. */
  public static Column hash(Column... parts) {
    return HASH.apply(
        functions.array(
            Arrays.stream(parts).map(part -> part.cast("string")).toArray(Column[]::new)));
  }

  /** A test case's key. */
  public static Column caseId(
      Column suite, Column question, Column expected, Column condition, Column perturbation) {
    return hash(suite, question, expected, condition, perturbation);
  }

  /**
   * The same of a case in a conversation: the turns before its question count, where there are any.
   */
  public static Column caseId(
      Column suite,
      Column question,
      Column expected,
      Column condition,
      Column perturbation,
      Column messages) {
    return functions
        .when(messages.isNull(), caseId(suite, question, expected, condition, perturbation))
        .otherwise(
            hash(suite, question, expected, condition, perturbation, functions.to_json(messages)));
  }

  /** A test case's key; {@code null} counts as empty text. */
  public static String caseId(
      String suite, String question, String expected, String condition, String perturbation) {
    return hash(Arrays.asList(suite, question, expected, condition, perturbation));
  }

  private static String hash(List<String> parts) {
    return Hashes.sha256(
        parts.stream().map(part -> part == null ? "" : part).toArray(String[]::new));
  }
}
