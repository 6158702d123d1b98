package dev.assay.bench;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.report.Chromium;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** What the page of a store of many scores costs to make, how large it is, how long it opens. */
public final class PageBench {
  private static final int OPENED = 5;

  private PageBench() {}

  /**
   * Arguments: number of scores (1000000), number of systems (2), a folder for store and page
   * (temporary unless given; a store with scores is taken as it is), stages by commas (all four).
   */
  public static void main(String[] arguments) throws Exception {
    long scores = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    int systems = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 2;
    Path home =
        arguments.length > 2
            ? Files.createDirectories(Path.of(arguments[2]))
            : Files.createTempDirectory("assay-bench-");
    // One question in five has two twins: seven answers for each five questions.
    long questions = scores * 5 / 7 / systems / MadeStore.METRICS.size();
    SparkSession spark = SharedSpark.session();
    spark.conf().set("spark.sql.shuffle.partitions", 16);
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("report.path=" + home.resolve("report.html"));
    MadeStore made = new MadeStore(questions, MadeStore.names(systems), 1000, MadeStore.METRICS);
    loader = made.set(loader);
    ConfigLoader.Loaded loaded = loader.load();
    Store store = new Store(spark, loaded.config().store());
    if (store.read(Tables.SCORES).isEmpty()) {
      double seconds = SampleBench.seconds(() -> made.fill(store));
      SampleBench.print("written in %10.1f s", seconds);
    }
    SampleBench.print("scores     %10d", store.read(Tables.SCORES).count());
    SampleBench.print("answers    %10d", store.read(Tables.RESPONSES).count());
    List<String> stages =
        List.of(
            (arguments.length > 3 ? arguments[3] : "calibrate,apply,analyze,report").split(","));
    for (String stage : stages) {
      double taken = SampleBench.seconds(() -> Commands.run(spark, loaded, stage));
      SampleBench.print("%-10s %10.1f s", stage, taken);
    }
    SampleBench.print("memory     %10s", SampleBench.peak());
    spark.stop();
    if (stages.contains("report")) {
      open(home.resolve("report.html"));
    }
  }

  private static void open(Path page) throws Exception {
    SampleBench.print("page       %10.2f MB", Files.size(page) / 1e6);
    try (Chromium chromium = Chromium.open()) {
      List<Double> seconds = new ArrayList<>();
      for (int i = 0; i < OPENED; i++) {
        try (BrowserContext context = chromium.browser().newContext()) {
          Page shown = context.newPage();
          long start = System.nanoTime();
          shown.navigate(page.toUri().toString());
          shown.waitForFunction("document.documentElement.dataset.drawn !== undefined");
          seconds.add((System.nanoTime() - start) / 1e9);
        }
      }
      seconds.sort(null);
      SampleBench.print(
          "opens in   %10.2f s (median of %d, %.2f to %.2f)",
          seconds.get(OPENED / 2), OPENED, seconds.get(0), seconds.get(OPENED - 1));
    }
  }
}
