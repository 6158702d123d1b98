package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Metric;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgesPageTest {
  @TempDir Path home;

  @Test
  void saysWhatAJudgeAddsWhereOneIsCalibrated() {
    SampleStore sample = SampleStore.full(home);
    assertThat(page(sample, List.of()).select("#judges")).isEmpty();
    Spec judge =
        Spec.of("groundedness", "Groundedness by a chat model")
            .slots(Slot.CHAT)
            .metric(Metric.share("groundedness_mean", 0.5, "A share"))
            .build();
    Document page = page(sample, List.of(judge));
    assertThat(page.select("nav a[href=#judges]")).hasSize(1);
    assertThat(page.select("#judges tbody tr").eachText())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("judges alone groundedness.groundedness_mean"))
        .contains("both in one model – – – – –");
  }

  private static Document page(SampleStore sample, List<Spec> specs) {
    return Jsoup.parse(new ReportPage(sample.store(), sample.config(), specs).html(Instant.EPOCH));
  }
}
