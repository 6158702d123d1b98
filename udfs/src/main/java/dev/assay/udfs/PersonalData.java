package dev.assay.udfs;

import static org.apache.spark.sql.functions.udf;

import dev.assay.rules.RuleSuite;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataType;

/**
 * {@code assay_pii(text)}: what evaluator pii_leakage finds, in order; NULL for a text that is too
 * long to be searched.
 */
final class PersonalData {
  private static final DataType RESULT =
      DataType.fromDDL(
          "ARRAY<STRUCT<rule:STRING, category:STRING, start:INT, end:INT, text:STRING>>");

  private PersonalData() {}

  static UserDefinedFunction function() {
    RuleSuite rules = RuleSuite.of("bundled:pii");
    return udf(
        (UDF1<String, Row[]>)
            text -> text == null || text.length() > RuleSuite.MAX_LENGTH ? null : rows(rules, text),
        RESULT);
  }

  private static Row[] rows(RuleSuite rules, String text) {
    return rules.find(text).stream()
        .map(f -> RowFactory.create(f.rule(), f.category(), f.start(), f.end(), f.text()))
        .toArray(Row[]::new);
  }
}
