package dev.assay.grammar.text;

import dev.assay.grammar.shape.QueryShape.Column;
import java.util.List;
import java.util.Set;

/**
 * How two tables belong together: the one that is asked about and the one that says which.
 *
 * @param holdsKey whether rows of the first table name a row of the second: several of the first
 *     belong to one of the second
 * @param role what the row that is named is to the other one, such as {@code support rep}; empty
 *     where its table says it
 */
record Relation(boolean holdsKey, String role) {
  private static final Set<String> TOWARDS = Set.of("to", "by", "for", "with", "at", "in", "from");
  private static final String VIA = "via";

  /**
   * By the names of two columns that are equal.
   *
   * @param near of the table that is asked about
   * @param far of the other one
   */
  static Relation of(Column near, Column far, Vocabulary vocabulary) {
    String nearName = meaning(near);
    String farName = meaning(far);
    boolean nearIsKey = nearName.isEmpty() || names(nearName, vocabulary.entity(near.table()));
    boolean farIsKey = farName.isEmpty() || names(farName, vocabulary.entity(far.table()));
    boolean holdsKey = farIsKey || !nearIsKey;
    String named = vocabulary.entity(holdsKey ? far.table() : near.table());
    String role = holdsKey ? nearName : farName;
    boolean plain = role.isEmpty() || names(role, named) || nearIsKey == farIsKey;
    return new Relation(holdsKey, plain ? "" : role);
  }

  /** Whether the role is said with a verb: {@code reports to}. */
  boolean isVerb() {
    List<String> words = List.of(role.split(" "));
    return words.size() == 2
        && (words.get(0).endsWith("s") && TOWARDS.contains(words.get(1))
            || words.get(1).equals(VIA));
  }

  /** The verb for several: {@code report to}. */
  String verb(boolean plural) {
    int end = role.indexOf(' ');
    String verb = role.substring(0, end);
    String several = verb.endsWith("s") ? verb.substring(0, end - 1) : verb;
    return (plural ? several : several + "s") + role.substring(end);
  }

  private static String meaning(Column column) {
    return String.join(" ", Nouns.withoutKey(Nouns.words(column.name())));
  }

  private static boolean names(String words, String entity) {
    return Nouns.singular(words).equals(entity)
        || words.replace(" ", "").equals(entity.replace(" ", ""));
  }
}
