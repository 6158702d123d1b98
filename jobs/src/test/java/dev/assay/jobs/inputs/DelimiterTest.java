package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DelimiterTest {
  @Test
  void isTheUsualOneUnlessTheFirstLineHasOthersAlone() {
    assertThat(Delimiter.of("a,b;c;d\n", ',')).isEqualTo(',');
    assertThat(Delimiter.of("a;b\tc;d\n1,2", ',')).isEqualTo(';');
    assertThat(Delimiter.of("\"a, b\"\tc\n", ',')).isEqualTo('\t');
    assertThat(Delimiter.of("\n\r\n a;b\n", ',')).as("after lines that are blank").isEqualTo(';');
    assertThat(Delimiter.of("question\na;b\n", ',')).as("one column").isEqualTo(',');
    assertThat(Delimiter.of("", '\t')).isEqualTo('\t');
  }

  @Test
  void isFoundBeforeTheTextIsRead() throws IOException {
    BufferedReader text = Delimiter.ahead(new StringReader("x;y\n" + "1;2\n".repeat(50_000)));
    assertThat(Delimiter.of(text, ',')).isEqualTo(';');
    assertThat(text.lines().count()).isEqualTo(50_001);
    assertThat(new CsvRecords(new StringReader("q;a\n\"Why; how?\";b\n"), ',').next().columns())
        .isEqualTo(Map.of("q", "Why; how?", "a", "b"));
  }
}
