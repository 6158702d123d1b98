package dev.assay.jobs.forget;

import dev.assay.text.TextSearch;
import java.io.Serializable;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Row;

/**
 * What is forgotten and what it is known by.
 *
 * @param documents keys
 * @param chunks keys
 * @param cases keys
 * @param responses keys as {@link Responses#KEY} joins them
 * @param texts fragments that stand nowhere else
 */
record Marks(
    Set<String> documents,
    Set<String> chunks,
    Set<String> cases,
    Set<String> responses,
    Set<String> texts)
    implements Serializable {

  /** Of nothing. */
  static Marks none() {
    return new Marks(
        new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
  }

  boolean isEmpty() {
    return documents.isEmpty() && cases.isEmpty() && responses.isEmpty();
  }

  /** Finds keys of documents, chunks and cases, and texts. */
  TextSearch search() {
    Set<String> all = new TreeSet<>(texts);
    all.addAll(documents);
    all.addAll(chunks);
    all.addAll(cases);
    all.removeIf(mark -> mark.length() < TextSearch.HEAD);
    return new TextSearch(all);
  }

  /** Whether one of them stands in {@code row}. */
  static boolean isIn(TextSearch search, Row row) {
    return Texts.any(row, search::isIn);
  }
}
