package dev.assay.jobs.world;

import dev.assay.grammar.world.World;
import dev.assay.grammar.world.WorldFiles;
import dev.assay.jobs.engine.LocalAction;
import dev.assay.jobs.engine.UsageException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code grammar-world}: writes the fictional bank's database and documents to a directory. */
public record WorldAction() implements LocalAction {
  /** The bank that comes with a clone, in {@code conf/example/grammar}. */
  static final int CLIENTS = 24;

  static final int GAPS = 10;
  private static final String SIZE = "--clients";
  private static final String SHARE = "--gaps";

  @Override
  public String name() {
    return "grammar-world";
  }

  @Override
  public List<String> details() {
    return List.of(
        "Files of an earlier bank in the directory are replaced, others stay. docs/grammar.md shows"
            + " what it is for.");
  }

  @Override
  public String files() {
    return "The directory, made where it is not there.";
  }

  @Override
  public Map<String, String> numbers() {
    Map<String, String> numbers = new LinkedHashMap<>();
    numbers.put(
        SIZE,
        "Clients, from 4 to 576; the other tables grow with them (default %d).".formatted(CLIENTS));
    numbers.put(
        SHARE,
        "Percent of the facts that no document tells, from 0 to 99 (default %d).".formatted(GAPS));
    return numbers;
  }

  @Override
  public void run(Words words) {
    if (words.files().size() != 1) {
      throw new UsageException(
          "grammar-world: name one directory, not %d: assay grammar-world bank"
              .formatted(words.files().size()));
    }
    World world;
    try {
      world =
          World.of(
              words.config().run().seed(),
              words.numbers().getOrDefault(SIZE, CLIENTS),
              words.numbers().getOrDefault(SHARE, GAPS) / 100.0);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("grammar-world: " + wrong.getMessage());
    }
    Path directory = path(words.files().get(0));
    try {
      WorldFiles.write(world, directory);
    } catch (UncheckedIOException failure) {
      throw new UsageException(
          "grammar-world: %s: %s".formatted(failure.getMessage(), failure.getCause()));
    }
    words
        .out()
        .printf(
            "%s: bank.sqlite and bank.sql with %d rows, %d documents, %d facts left out"
                + " (gaps.jsonl)%n",
            directory, world.rows(), world.documents().size(), world.gaps().size());
  }

  private static Path path(String directory) {
    try {
      return Path.of(directory);
    } catch (InvalidPathException e) {
      throw new UsageException("grammar-world: '%s' is no path.".formatted(directory));
    }
  }
}
