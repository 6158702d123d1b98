package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.jobs.TestRun;
import dev.assay.jobs.analysis.CoverageRow.Touched;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.sampling.SampleTest;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoverageTest {
  @TempDir Path dir;

  @Test
  void countsWhatIsTestedAndWhatLiesNear() {
    // Chunks of a topic lie .05 apart on a circle: cosine distance 1 − cos .05 = .00125, of the
    // next but one .005. Tested are 0, 1 and 6 of the first topic, and 23, the last of the second.
    Run run = TestRun.of(dir, "analyze", "analyze.coverage-distance=0.002");
    SampleTest.embedded(run);
    Dataset<Row> covered = cases("c0 c1", "c1", "c6", "c23", "gone");
    List<CoverageRow> rows = new Coverage(run).rows(covered.repartition(5));
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0).stratum()).isEmpty();
    assertThat(rows.get(0).chunks()).isEqualTo(new Touched(36, 4));
    assertThat(rows.get(0).documents()).isEqualTo(new Touched(1, 1));
    assertThat(rows.get(0).tokens()).isEqualTo(new Touched(36, 4));
    // Near are 0 1 2 5 6 7 and 22 23.
    assertThat(rows.get(0).nearShare()).isCloseTo(8 / 36.0, within(1e-12));
    assertThat(rows.get(1).stratum()).isEqualTo(Optional.of(0));
    assertThat(rows.get(1).chunks()).isEqualTo(new Touched(12, 3));
    assertThat(rows.get(1).nearTokens()).isEqualTo(6);
    assertThat(rows.get(2).nearTokens()).isEqualTo(2);
    assertThat(rows.get(3).isUntouched()).isTrue();
    assertThat(rows.get(3).description())
        .startsWith("Tests touch 0 of 12 chunks and 0 of 1 documents of topic 2 ");
  }

  @Test
  void withoutStrataOrSourcesNothingIsSaid() {
    Run run = TestRun.of(dir.resolve("none"), "analyze");
    assertThat(new Coverage(run).rows(cases("c0"))).isEmpty();
    SampleTest.embedded(run);
    assertThat(new Coverage(run).rows(cases("", "elsewhere"))).isEmpty();
  }

  private static Dataset<Row> cases(String... sources) {
    return SharedSpark.session()
        .createDataset(Arrays.asList(sources), Encoders.STRING())
        .toDF("ids")
        .select(functions.split(col("ids"), " ").as("source_chunk_ids"));
  }
}
