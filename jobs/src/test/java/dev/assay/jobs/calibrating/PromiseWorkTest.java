package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.calibration.LogisticMap;
import dev.assay.calibration.Splits;
import dev.assay.config.SetsConfig;
import dev.assay.conformal.Automation;
import dev.assay.conformal.SetGuarantees;
import dev.assay.conformal.SmallSampleSets;
import dev.assay.jobs.calibrating.PromiseWork.Cell;
import dev.assay.jobs.calibrating.PromiseWork.Fitted;
import dev.assay.jobs.calibrating.PromiseWork.Subject;
import dev.assay.tables.RowValues;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import scala.collection.JavaConverters;

/** What one metric's labels promise, without a session. */
class PromiseWorkTest {
  private static final StructType ROWS =
      StructType.fromDDL(
          "group_id STRING, label INT, weight DOUBLE, category STRING, scores ARRAY<DOUBLE>,"
              + " group_rows BIGINT, group_all BIGINT");

  @Test
  void withManyQuestionsSetsForFewLabelsAreSplitOnesAndDecide() {
    Cell few = cell("cv-plus", 300);
    assertThat(few.promises().get(0).<String>getAs("method")).startsWith("cv-plus");
    assertThat(RowValues.list(few.promises().get(0), "cases")).isNotEmpty();
    for (String method : List.of("cv-plus", "full")) {
      Cell many = cell(method, 900);
      Row sets = many.promises().get(0);
      assertThat(sets.<String>getAs("method")).isEqualTo("split");
      assertThat(sets.<Double>getAs("quantile")).isNotNull();
      assertThat(sets.<String>getAs("reason")).isNull();
      Row risk = many.promises().get(many.promises().size() - 1);
      assertThat(risk.<Double>getAs("share")).as("what is decided").isPositive();
    }
  }

  private static Cell cell(String method, int groups) {
    Fitted one =
        new Fitted(
            new Subject("c", "m", "correct", "all"),
            new LogisticMap(0, 6),
            false,
            new SmallSampleSets(method, .1, 3));
    PromiseWork work =
        new PromiseWork(
            new HashMap<>(),
            new Splits(.4, .4, .2, 3),
            Automation.of(Automation.Terms.of(.1), .1, 5),
            new SetGuarantees(.1, false, false),
            new SetsConfig(method, "none", "lac", .05, 1),
            new Timestamp(0));
    return work.cell(one, rows(groups));
  }

  private static List<Row> rows(int groups) {
    SplittableRandom random = new SplittableRandom(groups);
    List<Row> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double score = random.nextGaussian();
      int label = random.nextDouble() < 1 / (1 + Math.exp(-6 * score)) ? 1 : 0;
      Object scores = JavaConverters.asScalaBuffer(List.of(score)).toSeq();
      rows.add(
          new GenericRowWithSchema(new Object[] {"g" + g, label, 1.0, "", scores, 1L, 1L}, ROWS));
    }
    return rows;
  }
}
