package dev.assay.jobs.slices;

import static org.apache.spark.sql.functions.udf;

import dev.assay.language.OpenNlpLanguages;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/** The languages that texts are written in. */
final class Languages {
  private static final OpenNlpLanguages IDENTIFIER = new OpenNlpLanguages();
  private static final UserDefinedFunction NAME =
      udf((UDF1<String, String>) Languages::name, DataTypes.StringType);

  private Languages() {}

  /** ISO 639-3; NULL where the text is too short or does not say. */
  static Column of(Column text) {
    return NAME.apply(text);
  }

  private static String name(String text) {
    return text == null ? null : IDENTIFIER.identify(List.of(text)).get(0).orElse(null);
  }
}
