package dev.assay.jobs.corpus;

import java.util.Map;

/** What a file turned out to hold. */
sealed interface Extraction {

  /**
   * A document.
   *
   * @param title as the document says it, else the file's name without its ending; nothing of a PDF
   *     that says none, whose name is rarely one
   * @param text as extracted; may be blank
   * @param metadata {@code content_type}, and what is known of the author and the language
   */
  record Document(String title, String text, Map<String, String> metadata) implements Extraction {}

  /** A file that cannot be used, and why. */
  record Unreadable(String reason) implements Extraction {}

  /**
   * A file that was not read to its end, and why: another time, or on a machine with less to do, it
   * may be.
   */
  record Unknown(String reason) implements Extraction {}
}
