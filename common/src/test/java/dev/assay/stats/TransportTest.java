package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated("one of its tests is about milliseconds")
class TransportTest {
  private static final double EXACT = 1e-9;

  static Stream<JsonNode> golden() {
    return StreamSupport.stream(Golden.read("transport").get("cases").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("golden")
  void agreesWithPot(JsonNode example) {
    double[][] cost = Golden.matrix(example.get("cost"));
    Transport.Plan plan =
        example.get("sources").isNull()
            ? Transport.plan(cost)
            : Transport.plan(
                cost,
                Golden.doubles(example.get("sources")),
                Golden.doubles(example.get("targets")));
    assertThat(plan.cost())
        .as(example.get("name").asText())
        .isCloseTo(example.get("expected").asDouble(), within(EXACT));
  }

  @Test
  void oneSourceCostsTheWeightedMeanOfItsRow() {
    double[][] cost = {{.1, .5, .3}};
    // uniform: (.1 + .5 + .3) / 3 = .3; weighted 1:2:1: (.1 + 2 × .5 + .3) / 4 = .35
    assertThat(Transport.plan(cost).cost()).isCloseTo(.3, within(1e-15));
    assertThat(Transport.plan(cost, new double[] {5}, new double[] {1, 2, 1}).cost())
        .isCloseTo(.35, within(1e-15));
  }

  @Test
  void equalSizesAreAnAssignment() {
    double[][] cost = {{4, 1, 3}, {2, 0, 5}, {3, 2, 2}};
    // The best of the 6 assignments is 1 + 2 + 2 = 5, over 3 units of mass.
    assertThat(Transport.plan(cost).cost()).isCloseTo(5.0 / 3, within(1e-15));
  }

  @Test
  void onTheLineItIsTheAreaBetweenTheQuantiles() {
    // Sorted points on a line: W1 = mean |a(k) − b(k)|, whatever order they are given in.
    SplittableRandom random = new SplittableRandom(5);
    double[] a = random.doubles(40).toArray();
    double[] b = random.doubles(40, 0, 3).toArray();
    double[][] cost = new double[40][40];
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 40; j++) {
        cost[i][j] = Math.abs(a[i] - b[j]);
      }
    }
    Arrays.sort(a);
    Arrays.sort(b);
    double expected = 0;
    for (int i = 0; i < 40; i++) {
      expected += Math.abs(a[i] - b[i]) / 40;
    }
    assertThat(Transport.plan(cost).cost()).isCloseTo(expected, within(1e-12));
  }

  @Test
  void theFlowHasTheGivenMargins() {
    SplittableRandom random = new SplittableRandom(9);
    double[][] cost = matrix(random, 17, 23);
    double[][] flow = Transport.plan(cost).flow();
    for (double[] row : flow) {
      assertThat(Arrays.stream(row).sum()).isCloseTo(1.0 / 17, within(1e-15));
      assertThat(Arrays.stream(row).min().orElseThrow()).isNotNegative();
    }
    for (int j = 0; j < 23; j++) {
      int column = j;
      assertThat(Arrays.stream(flow).mapToDouble(row -> row[column]).sum())
          .isCloseTo(1.0 / 23, within(1e-15));
    }
  }

  @Test
  void isTheSameBothWaysAndForAnyOrder() {
    SplittableRandom random = new SplittableRandom(11);
    for (int round = 0; round < 200; round++) {
      int rows = random.nextInt(1, 12);
      int columns = random.nextInt(1, 12);
      double[][] cost = matrix(random, rows, columns);
      double[][] turned = new double[columns][rows];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          turned[columns - 1 - j][rows - 1 - i] = cost[i][j];
        }
      }
      assertThat(Transport.plan(turned).cost())
          .isCloseTo(Transport.plan(cost).cost(), within(1e-12));
    }
  }

  @Test
  void sixtyByTwentyTakesLessThanFiveMilliseconds() {
    double[][] cost = matrix(new SplittableRandom(13), 60, 20);
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 50; i++) {
      long start = System.nanoTime();
      Transport.plan(cost);
      best = Math.min(best, System.nanoTime() - start);
    }
    assertThat(best / 1e6).as("milliseconds").isLessThan(5);
  }

  @Test
  void refusesWhatHasNoAnswer() {
    assertThatThrownBy(() -> Transport.plan(new double[0][0])).hasMessageContaining("at least one");
    assertThatThrownBy(() -> Transport.plan(new double[][] {{1, 2}, {3}}))
        .hasMessageContaining("Rows of 2 and 1");
    assertThatThrownBy(() -> Transport.plan(new double[][] {{Double.NaN}}))
        .hasMessageContaining("finite");
    double[][] one = {{1}};
    assertThatThrownBy(() -> Transport.plan(one, new double[] {0}, new double[] {1}))
        .hasMessageContaining("positive");
    assertThatThrownBy(() -> Transport.plan(one, new double[] {-1}, new double[] {1}))
        .hasMessageContaining("negative");
    assertThatThrownBy(() -> Transport.plan(one, new double[] {1, 1}, new double[] {1}))
        .hasMessageContaining("1 × 1 cost matrix with 2 source");
  }

  private static double[][] matrix(SplittableRandom random, int rows, int columns) {
    double[][] cost = new double[rows][];
    for (int i = 0; i < rows; i++) {
      cost[i] = random.doubles(columns).toArray();
    }
    return cost;
  }
}
