package dev.assay.jobs.slices;

import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.slices.SliceName;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.junit.jupiter.api.Test;

class SliceKeyTest {

  @Test
  void aNumberIsWrittenInDigitsAndFinite() {
    assertThat(value(SliceKey.number(lit("-1.5e2")))).isEqualTo(-150.0);
    assertThat(value(SliceKey.number(lit(".5")))).isEqualTo(.5);
    // An article's number, not one that could be a bin's end.
    assertThat(value(SliceKey.number(lit("5E500")))).isNull();
    assertThat(value(SliceKey.number(lit("-5E500")))).isNull();
    assertThat(value(SliceKey.number(lit("NaN")))).isNull();
    assertThat(value(SliceKey.number(lit("5f")))).isNull();
    assertThat(value(SliceKey.number(lit("")))).isNull();
  }

  @Test
  void aValueIsOnePairWhateverItHolds() {
    for (String text : new String[] {"Cards & Loans", "a=b", "Cards & kind=new", "all", "&"}) {
      String name = "product=" + value(SliceKey.written(lit(text)));
      assertThat(SliceName.pairs(name).map(Map::size)).as(text).hasValue(1);
    }
  }

  private static Object value(Column column) {
    Object value = column.expr().eval(InternalRow.empty());
    return value instanceof Double ? value : value == null ? null : value.toString();
  }
}
