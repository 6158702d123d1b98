package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The DAG in a real Airflow: a stage and the sensor for the review queue by this program, and a
 * gate by the SparkSubmitOperator with a stand-in for spark-submit that tells of a breach.
 */
@Tag("slow")
class AirflowTest {
  private static final Path ROOT =
      Path.of(System.getProperty("assay.root", "..")).toAbsolutePath().normalize();

  @TempDir private Path home;

  @Test
  void aShortNightRunsAndABreachIsNotTriedAgain() throws Exception {
    assumeTrue(
        Files.isExecutable(ROOT.resolve("dist/airflow/bin/airflow")),
        "dist/airflow is missing: scripts/test could not install Airflow from the package index");
    Path assay = Files.createDirectories(home.resolve("assay/scripts")).resolve("assay");
    program(
        assay,
        "export ASSAY_LAUNCHER=1\nexec " + ChildRun.java("-Xmx2g") + " dev.assay.jobs.Main \"$@\"");
    Files.createSymbolicLink(home.resolve("assay/conf"), ROOT.resolve("conf"));
    Path spark = Files.createDirectories(home.resolve("spark/bin")).resolve("spark-submit");
    program(
        spark,
        "echo \"$@\" >'%s'\n".formatted(home.resolve("submitted"))
            + "while [[ $1 != --outcome ]]; do shift; done\n"
            + "echo '{\"exit_code\": 2, \"error\": \"below the bound\"}' >\"$2\"\nexit 1");

    ProcessBuilder builder =
        new ProcessBuilder(ROOT.resolve("scripts/airflow/try").toString(), "test")
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log.txt").toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "ASSAY_TRY_HOME",
                home.resolve("assay").toString(),
                "ASSAY_TRY_SPARK_HOME",
                home.resolve("spark").toString()));
    int code = builder.start().waitFor();
    String said = Files.readString(home.resolve("log.txt"));
    assertThat(code).as(said).isZero();
    assertThat(said).contains("answer success", "wait success", "gate failed");
    assertThat(Files.readString(home.resolve("submitted")))
        .contains("--master local[2]", "--class dev.assay.jobs.Main", "gate --json --conf");
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, "#!/usr/bin/env bash\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
