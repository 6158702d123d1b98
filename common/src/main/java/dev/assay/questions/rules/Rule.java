package dev.assay.questions.rules;

import java.util.List;

/**
 * Makes questions of one form from a statement; none where the statement does not have that form.
 */
interface Rule {
  List<Stem> apply(Statement statement);
}
