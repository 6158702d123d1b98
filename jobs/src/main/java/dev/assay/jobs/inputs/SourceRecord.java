package dev.assay.jobs.inputs;

import java.util.Map;

/**
 * A record of a text file.
 *
 * @param line at which it begins, from 1; 0 where it is not known
 * @param columns its values as text, what is nested as JSON; null, or not there, where it has none
 * @param malformed what could not be parsed, as given; empty where all could
 */
public record SourceRecord(long line, Map<String, String> columns, String malformed) {

  static SourceRecord malformed(long line, String text) {
    return new SourceRecord(line, Map.of(), text);
  }
}
