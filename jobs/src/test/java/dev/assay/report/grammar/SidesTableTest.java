package dev.assay.report.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

class SidesTableTest {

  private static Row figure(String side, double accuracy) {
    return NamedRow.of(Tables.GRAMMAR_HYPOTHESES)
        .set("run_id", "r")
        .set("system", "mine")
        .set("suite", "bank")
        .set("hypothesis", "length")
        .set("side", side)
        .set("sampling", "as_asked")
        .set("isolated", "none")
        .set("accuracy", accuracy)
        .set("accuracy_method", "none: fewer than 2 groups")
        .set("robustness_method", "none: all groups are gaps")
        .set("lambda", side.equals("long") ? .25 : 0)
        .set("n", 1L)
        .set("n_groups", 1L)
        .set("n_gap_groups", 0L)
        .build();
  }

  private static Row contrast(String a, String b, double difference, OptionalDouble low) {
    return contrast("length", a, b, difference, low);
  }

  private static Row contrast(
      String hypothesis, String a, String b, double difference, OptionalDouble low) {
    return NamedRow.of(Tables.GRAMMAR_CONTRASTS)
        .set("run_id", "r")
        .set("system", "mine")
        .set("suite", "bank")
        .set("hypothesis", hypothesis)
        .set("side_a", a)
        .set("side_b", b)
        .set("sampling", "as_asked")
        .set("isolated", "none")
        .set("measured", "accuracy")
        .set("difference", difference)
        .set("ci_low", low)
        .set("ci_high", low.isPresent() ? OptionalDouble.of(.5) : low)
        .set("ci_method", "delete-a-group jackknife")
        .set("test", "none")
        .set("n_groups", 1L)
        .build();
  }

  @Test
  void theFirstPairIsShownAndTheOthersAreCounted() {
    List<Row> figures = List.of(figure("formal", .75), figure("long", .5), figure("short", .9));
    SidesTable shown =
        SidesTable.of(
                figures,
                List.of(
                    contrast("short", "long", .4, OptionalDouble.of(.3)),
                    contrast("formal", "long", .25, OptionalDouble.of(.1))))
            .orElseThrow();
    assertThat(shown.a()).isEqualTo("formal");
    assertThat(shown.b()).isEqualTo("long");
    assertThat(shown.others()).isEqualTo(1);
    assertThat(shown.lines()).hasSize(1);
    assertThat(shown.lines().get(0).worse()).isEqualTo("long");
    assertThat(shown.lines().get(0).clear()).isTrue();
    assertThat(shown.lines().get(0).aLambda()).isEqualTo("0.00");
    assertThat(shown.lines().get(0).bLambda()).isEqualTo("0.25");
  }

  @Test
  void eachHypothesisHasItsTable() {
    Row style = contrast("style", "plain", "typos", .1, OptionalDouble.of(.05));
    List<SidesTable> tables =
        SidesTable.all(
            List.of(figure("long", .5), figure("short", .9)),
            List.of(style, contrast("short", "long", .4, OptionalDouble.of(.3))));
    assertThat(tables).extracting(SidesTable::hypothesis).containsExactly("length", "style");
    assertThat(tables.get(0).lines()).hasSize(1);
    // No figures of the other's sides: figures of one hypothesis are none of another's.
    assertThat(tables.get(1).lines()).isEmpty();
  }

  @Test
  void withoutAnIntervalNoSideIsMarked() {
    SidesTable shown =
        SidesTable.of(
                List.of(figure("formal", .75), figure("long", .5)),
                List.of(contrast("formal", "long", .25, OptionalDouble.empty())))
            .orElseThrow();
    assertThat(shown.others()).isEqualTo(0);
    assertThat(shown.lines().get(0).clear()).isFalse();
    assertThat(shown.lines().get(0).interval()).isEmpty();
  }

  @Test
  void oneSideAloneIsNoTable() {
    assertThat(SidesTable.of(List.of(figure("long", .5)), List.of())).isEmpty();
  }
}
