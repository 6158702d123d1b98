package dev.assay.jobs;

import dev.assay.tables.Table;
import java.util.List;

/** One stage: a function from tables to tables that computes what is missing and nothing else. */
public interface Stage {

  /** Its name on the command line. */
  String name();

  /** One paragraph for {@code --help}. */
  String meaning();

  /** Tables that it reads; their content identifies a run together with the configuration. */
  List<Table> reads();

  /** Tables that it writes. */
  List<Table> writes();

  /** Computes and stores what is missing. */
  Counts run(Run run);

  /** Whether a finished run with the same configuration and input may be skipped. */
  default boolean skippable() {
    return true;
  }
}
