package dev.assay.jobs.inputs;

import dev.assay.testing.Fuzz;
import java.io.StringReader;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Users' files: whatever stands in them is records or malformed records, and never an exception.
 */
@Tag("slow")
class RecordsFuzzTest {
  private static final List<String> WORDS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\"a\"",
          "'",
          "\n",
          "\r\n",
          "- ",
          "a: ",
          "&a ",
          "*a",
          "!!x",
          "|",
          ">",
          "#",
          "?",
          "---",
          "%",
          "1",
          "null",
          "NaN",
          "\t",
          "\\",
          "\uFEFF",
          "tests:",
          "\"inputs\":[",
          "question,answer",
          "<top>",
          "<num>",
          " ",
          "\u0000");

  @Test
  void json() {
    Fuzz.parser(
        WORDS,
        List.of(
            "{\"question\": \"q\", \"answer\": \"a\"}\n{\"question\": \"r\"}\n",
            "[{\"a\": 1},\n {\"a\": 2}]",
            "{\"inputs\": [{\"a\": [1, {\"b\": null}]}]}"),
        text -> drain(new JsonRecords(new StringReader(text))));
  }

  @Test
  void yaml() {
    Fuzz.parser(
        WORDS,
        List.of("tests:\n- question: q\n  facts: [a, b]\n- {question: r}\n", "- a: |\n    b\n"),
        text -> drain(new YamlRecords(new StringReader(text))));
  }

  @Test
  void csv() {
    Fuzz.parser(
        WORDS,
        List.of("question,answer\n\"a \"\"b\"\"\",c\nd,\n", "a\tb\n1\t2\n"),
        text -> drain(new CsvRecords(new StringReader(text), ',')));
  }

  @Test
  void pythonsLiterals() {
    Fuzz.parser(
        WORDS, List.of("['a', \"b\", {'c': None, 1: (2, 3)}]"), text -> PythonLiteral.parse(text));
  }

  private static void drain(Iterator<SourceRecord> records) {
    while (records.hasNext()) {
      records.next();
    }
  }
}
