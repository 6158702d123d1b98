package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvLinesTest {
  @Test
  void aRecordsLineIsWhereItBeginsWhateverTheValuesBeforeItHold() {
    for (String end : List.of("\n", "\r\n")) {
      for (String value : List.of("a@b", "@", "@@@a", "a@@", "a\"\"@b", "\"\"@\"\"", "x\"\"y@z")) {
        String said = value.replace("@", end);
        long breaks = value.chars().filter(letter -> letter == '@').count();
        assertThat(lines("id,note" + end + "1,\"" + said + "\"" + end + "2,b" + end))
            .as(value)
            .containsExactly(2L, 3 + breaks);
      }
    }
  }

  /** More than is read at once. */
  @Test
  void theLineIsRightFarDown() {
    String record = "1,\"a\"\"\r\nb\"\r\n";
    List<Long> lines = lines("id,note\r\n" + record.repeat(20_000));
    assertThat(lines).hasSize(20_000);
    assertThat(lines.get(19_999)).isEqualTo(2 + 2 * 19_999L);
  }

  /** As old spreadsheets write: lines end in a carriage return, a value may hold either kind. */
  @Test
  void recordsAreReadWhereLinesEndInCarriageReturns() {
    for (String within : List.of("\r", "\n", "\r\n", "\r\r", "\n\r")) {
      for (String last : List.of("\r", "")) {
        List<String> notes = new ArrayList<>();
        new CsvRecords(
                new StringReader("id,note\r1,\"a" + within + "b\"\r2,c\r3,\"d\"" + last), ',')
            .forEachRemaining(one -> notes.add(one.columns().get("note")));
        assertThat(notes)
            .as(within.codePoints().boxed().toList().toString())
            .containsExactly("a" + within + "b", "c", "d");
      }
    }
  }

  @Test
  void aReturnWithinANameIsNoEndOfALine() {
    assertThat(lines("id,\"no\rte\"\n1,a\n2,b\n")).containsExactly(2L, 3L);
  }

  private static List<Long> lines(String text) {
    List<Long> lines = new ArrayList<>();
    new CsvRecords(new StringReader(text), ',').forEachRemaining(one -> lines.add(one.line()));
    return lines;
  }
}
