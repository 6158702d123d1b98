package dev.assay.jobs.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DemoCorpusTest {
  @Test
  void theIndexNamesEveryFile() throws IOException {
    Path folder = Path.of(System.getProperty("assay.root"), "jobs/src/main/resources/demo/corpus");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(DemoCorpus.names())
          .isSorted()
          .containsExactlyInAnyOrderElementsOf(
              files.map(file -> file.getFileName().toString()).toList());
    }
  }

  @Test
  void everyDocumentHasATitleOfItsOwn() {
    Extractor extractor = new Extractor();
    assertThat(
            DemoCorpus.names().stream()
                .map(name -> extractor.extract(name, DemoCorpus.content(name), "auto"))
                .map(found -> ((Extraction.Document) found).title()))
        .hasSizeGreaterThanOrEqualTo(60)
        .doesNotHaveDuplicates()
        .noneMatch(title -> title.matches(".*-\\d\\d-.*") || title.contains("#"));
  }
}
