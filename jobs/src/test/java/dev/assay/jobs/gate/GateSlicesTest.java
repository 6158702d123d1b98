package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.analysis.Analyze;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate on slices by attributes of the cases. */
class GateSlicesTest {

  @Test
  void aDropInOnePartFailsInThatPartAlone(@TempDir Path home) {
    LabelledStore labelled =
        new LabelledStore(
            home,
            160,
            0,
            4,
            "analyze.slices=[\"product × channel\"]",
            "gate.slices=[\"channel=web & product=Cards\", \"channel=web & product=Loans\"]",
            "gate.metric=\"" + LabelledStore.METRIC + "\"",
            "gate.method=none",
            "baseline.run=" + FewCases.NAME);
    Store store = labelled.runner.store();
    Column number = col("case_id").substr(6, 5).cast("int");
    Dataset<Row> cases =
        store
            .read(Tables.TEST_CASES)
            .withColumn("number", number)
            .withColumn(
                "attributes",
                expr(
                    "map('product', if(number % 4 < 2, 'Cards', 'Loans'),"
                        + " 'channel', if(number % 2 = 0, 'web', 'branch'))"))
            .drop("number")
            .localCheckpoint();
    store.replace(Tables.TEST_CASES, cases, col("case_id").isNotNull());
    labelled.runner.run(new Analyze());
    FewCases.add(store, "case-99999");
    Column cards = col("system").equalTo("a").and(number.mod(4).equalTo(0));
    Dataset<Row> worse =
        store
            .read(Tables.SCORES)
            .where(cards)
            .withColumn("value", col("value").minus(.2))
            .localCheckpoint();
    store.replace(Tables.SCORES, worse, cards);
    labelled.runner.run(new Analyze());
    // All 40 differences of one part are -.2: what may be unseen, 1 - .05^(1/40) = .07216, lies in
    // [-2, 2]; -.2 - .07216 * 1.8 = -.3299 and -.2 + .07216 * 2.2 = -.0413. Of the two systems'
    // two parts, each with its missing answers and its drop, one fails.
    assertThatThrownBy(() -> labelled.runner.run(new Gate()))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("1 of 8 tests failed")
        .hasMessageContaining(
            LabelledStore.METRIC + ", a, channel=web & product=Cards: -0.2000 [-0.3299, -0.0413]");
  }
}
