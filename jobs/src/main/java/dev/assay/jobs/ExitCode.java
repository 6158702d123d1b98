package dev.assay.jobs;

import dev.assay.config.reading.ConfigException;
import dev.assay.grammar.database.DatabaseException;
import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.gate.GateBreach;
import dev.assay.model.ModelException;
import dev.assay.tables.StoreException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the launcher's process ends with, and what it says of a failure. */
enum ExitCode {
  DONE(0),
  FAILED(1),
  BREACH(2),
  BUDGET(3),
  USAGE(64);

  private static final Map<Class<? extends Throwable>, ExitCode> CODES =
      Map.of(
          GateBreach.class, BREACH,
          BudgetStop.class, BUDGET,
          UsageException.class, USAGE,
          ConfigException.class, USAGE,
          StageException.class, FAILED,
          StoreException.class, FAILED,
          ModelException.class, FAILED,
          DatabaseException.class, FAILED);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** The word for machines. */
  String outcome() {
    return this == BUDGET ? "stopped" : name().toLowerCase(Locale.ROOT);
  }

  /** The code of a failure, wherever in its chain of causes the telling exception is. */
  static ExitCode of(Throwable failure) {
    return told(failure).map(cause -> CODES.get(cause.getClass())).orElse(FAILED);
  }

  /** The cause whose message is written for users; empty for a failure that nobody foresaw. */
  static Optional<Throwable> told(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 50; depth++) {
      if (CODES.containsKey(cause.getClass())) {
        return Optional.of(cause);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }
}
