package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonRecordsTest {

  /** {@code first} and then a record a line for ever. */
  private static Reader endless(String first, String between) {
    return new Reader() {
      private String rest = first;
      private long next;

      @Override
      public int read(char[] to, int from, int length) {
        if (rest.isEmpty()) {
          rest = "{\"question\":\"q" + next++ + "\"}" + between;
        }
        int n = Math.min(length, rest.length());
        rest.getChars(0, n, to, from);
        rest = rest.substring(n);
        return n;
      }

      @Override
      public void close() {}
    };
  }

  private static List<SourceRecord> all(String text) {
    List<SourceRecord> records = new ArrayList<>();
    new JsonRecords(new StringReader(text)).forEachRemaining(records::add);
    return records;
  }

  @Test
  void aFileIsReadRecordByRecordHoweverLongItIs() {
    for (String first : List.of("", "\n\n", "{\"question\": broken}\n", "[", "no json\n")) {
      JsonRecords records = new JsonRecords(endless(first, first.equals("[") ? "," : "\n"));
      SourceRecord last = null;
      for (int i = 0; i < 100_000; i++) {
        last = records.next();
      }
      assertThat(last.malformed()).as(first).isEmpty();
    }
  }

  @Test
  void aFirstLineThatIsBrokenCostsThatLineAndLinesKeepTheirNumbers() {
    List<SourceRecord> records = all("{\"a\":}\n{\"a\":1}\n\n{\"a\":2}\n{\"a\":\n{\"a\":3}\n");
    assertThat(records).extracting(SourceRecord::line).containsExactly(1L, 2L, 4L, 5L, 6L);
    assertThat(records)
        .extracting(SourceRecord::malformed)
        .containsExactly("{\"a\":}", "", "", "{\"a\":", "");
  }

  @Test
  void anObjectOverSeveralLinesHoldsItsList() {
    assertThat(all("{\"tests\": [\n{\"a\":1},\n{\"a\":2}\n]\n}\n"))
        .extracting(record -> record.columns().get("a"))
        .containsExactly("1", "2");
  }

  @Test
  void aRecordWithAColumnCalledLikeAListIsARecordAmongLines() {
    List<SourceRecord> records = all("{\"q\":\"a\",\"inputs\":[1]}\n\n{\"q\":\"b\"}\n");
    assertThat(records).extracting(SourceRecord::line).containsExactly(1L, 3L);
    assertThat(records).extracting(one -> one.columns().get("q")).containsExactly("a", "b");
    assertThat(all("{\"inputs\":[{\"q\":\"a\"}]}\n\n")).hasSize(1);
  }

  @Test
  void aKeyTwiceIsMalformedWithTheKey() {
    List<SourceRecord> records = all("{\"a\":1}\n{\"a\":1,\"a\":2}\n{\"a\":3}\n");
    assertThat(records.get(1).malformed()).isEqualTo("{\"a\":1,\"a\":2}");
    assertThat(records.get(2).columns()).containsEntry("a", "3");
    assertThat(JsonRecords.problem(records.get(1).malformed()))
        .hasValueSatisfying(why -> assertThat(why).contains("Duplicate", "'a'"));
    assertThat(JsonRecords.problem("a,b")).isEmpty();
    assertThat(all("{\"a\":1,\"a\":2}\n{\"a\":3}\n"))
        .as("in the first line")
        .extracting(SourceRecord::malformed)
        .containsExactly("{\"a\":1,\"a\":2}", "");
  }
}
