package dev.assay.grammar.sql;

import dev.assay.grammar.SqlTemplate;
import java.util.Optional;

/**
 * What the check says of a written statement.
 *
 * @param template empty: it is refused
 * @param reason why it is refused; empty text where it is not
 */
public record Checked(Optional<SqlTemplate> template, String reason) {

  static Checked accepted(SqlTemplate template) {
    return new Checked(Optional.of(template), "");
  }

  static Checked refused(String reason) {
    return new Checked(Optional.empty(), reason);
  }

  /** Whether it may be put to a database. */
  public boolean accepted() {
    return template.isPresent();
  }
}
