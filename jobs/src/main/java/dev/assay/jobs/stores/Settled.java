package dev.assay.jobs.stores;

import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.tables.Standing;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.Optional;

/** Old versions are not to go while a migration still needs one. */
public final class Settled {
  private Settled() {}

  /**
   * Throws where nobody can tell whether another command is writing: files that it has written and
   * not yet committed would go with the old ones.
   */
  public static void requireAlone(Store store, Session session) {
    if (store.managed()
        && session.loaded().config().llm().journal().isEmpty()
        && !session.flags().contains(Action.DRY_RUN)) {
      throw new UsageException(
          "Set llm.journal, the directory in which commands on tables of a catalog claim them:"
              + " without it nobody can tell whether another command is writing.");
    }
  }

  /** Throws where a table is newer than this program, or its migration has not ended. */
  public static void require(Store store) {
    for (Table table : Tables.ALL) {
      Optional<Standing> standing = store.evolution().standing(table);
      if (standing.filter(one -> one.isNewer() || one.unfinished()).isPresent()) {
        throw new StageException(
            standing.get().isNewer()
                ? "Table '%s' was made by a newer Assay: this one only reads the store."
                    .formatted(table.name())
                : "The migration of table '%s' has not ended. Run 'assay migrate' first."
                    .formatted(table.name()));
      }
    }
  }
}
