package dev.assay.grammar.text;

import java.util.Optional;

/**
 * What a query asks for, as a noun with all that belongs to it.
 *
 * @param noun without an article: {@code title of the album [Album.Title]}
 * @param plural whether it is several
 * @param counted of a query that counts, what it counts: {@code albums of the artist [Artist.Name]}
 */
record Phrase(String noun, boolean plural, Optional<String> counted) {

  /** With its article. */
  String what() {
    return "the " + noun;
  }

  /** As people type who save words: without articles. */
  String brief() {
    return noun.replaceAll("\\b(the|a|an) ", "");
  }

  String be() {
    return plural ? "are" : "is";
  }
}
