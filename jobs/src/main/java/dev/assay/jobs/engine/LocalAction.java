package dev.assay.jobs.engine;

import dev.assay.config.AssayConfig;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** A command that reads files named on its command line, without Spark and store. */
public interface LocalAction extends Action {

  /** What the words after the command are, for {@code --help}. */
  String files();

  /** Does it. Failures are thrown. */
  void run(Words words);

  @Override
  default void run(Session session) {
    throw new IllegalStateException(name() + " runs without a session");
  }

  /**
   * What it works with.
   *
   * @param files the words after the command
   * @param texts options with a text that were given
   * @param numbers options with a whole number that were given
   * @param config the configuration, the defaults unless there is one
   * @param out where results are printed
   */
  record Words(
      List<String> files,
      Map<String, String> texts,
      Map<String, Integer> numbers,
      AssayConfig config,
      PrintStream out) {}
}
