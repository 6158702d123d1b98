package dev.assay.jobs.engine;

import dev.assay.config.AssayConfig;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** Where commands on a store say what they came to, unless they are told another place. */
public final class OutcomePlace {
  private OutcomePlace() {}

  /**
   * Beside the store: {@code STORE.outcome.json}; of tables of a catalog in {@code llm.journal},
   * and nowhere without it.
   */
  public static Optional<String> of(AssayConfig config) {
    Path store = new Path(config.store().path());
    if (config.store().catalog().isEmpty()) {
      // The root of a bucket has nothing beside it.
      return Optional.ofNullable(store.getParent()).map(parent -> store + ".outcome.json");
    }
    String journal = config.llm().journal();
    return journal.isEmpty()
        ? Optional.empty()
        : Optional.of(
            journal
                + "/"
                + config.store().catalog()
                + "."
                + config.store().schema()
                + ".outcome.json");
  }
}
