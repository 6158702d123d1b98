package dev.assay.udfs;

import static org.apache.spark.sql.functions.udf;

import dev.assay.rules.Finding;
import dev.assay.rules.RuleSuite;
import dev.assay.tables.NamedRow;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code assay_pii(text)}: what evaluator pii_leakage finds, in order; NULL for a text that is too
 * long to be searched.
 */
final class PersonalData {
  private static final StructType FOUND =
      StructType.fromDDL("rule STRING, category STRING, start INT, end INT, text STRING");

  private PersonalData() {}

  static UserDefinedFunction function() {
    RuleSuite rules = RuleSuite.of("bundled:pii");
    return udf(
        (UDF1<String, Row[]>)
            text -> text == null || text.length() > RuleSuite.MAX_LENGTH ? null : rows(rules, text),
        DataTypes.createArrayType(FOUND));
  }

  private static Row[] rows(RuleSuite rules, String text) {
    return rules.find(text).stream().map(PersonalData::row).toArray(Row[]::new);
  }

  private static Row row(Finding found) {
    return NamedRow.of(FOUND)
        .set("rule", found.rule())
        .set("category", found.category())
        .set("start", found.start())
        .set("end", found.end())
        .set("text", found.text())
        .build();
  }
}
