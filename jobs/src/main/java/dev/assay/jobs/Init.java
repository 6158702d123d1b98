package dev.assay.jobs;

import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** The command that writes a first configuration from a data file. */
record Init() implements Action {
  private static final String FROM = "--from";
  private static final String TO = "--to";
  private static final String FILE = "assay.conf";

  @Override
  public String name() {
    return "init";
  }

  @Override
  public Map<String, String> texts() {
    return Map.of(
        FROM,
        "The data. Without it, the configuration has a place for its path.",
        TO,
        "Where to write the configuration (default: " + FILE + ").");
  }

  @Override
  public boolean previews() {
    return true;
  }

  @Override
  public void run(Session session) {
    InitialConfig first =
        session.texts().containsKey(FROM)
            ? InitialConfig.from(session, session.texts().get(FROM))
            : InitialConfig.blank();
    if (session.flags().contains(DRY_RUN)) {
      session.out().print(first.text());
      session.out().println("\n" + first.said() + "Nothing was written.");
      return;
    }
    Path file = Path.of(session.texts().getOrDefault(TO, FILE));
    try {
      Files.writeString(file, first.text(), StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          "init: '%s' is there already and is not overwritten. Name another file with %s, or print the configuration with %s."
              .formatted(file, TO, DRY_RUN));
    } catch (IOException e) {
      throw new UncheckedIOException("init: cannot write " + file, e);
    }
    session.out().print(first.said());
    session
        .out()
        .printf(
            "Wrote %s. Read it%s, then: assay run --conf %s --dry-run, and without --dry-run.%n",
            file,
            first.unset().isEmpty() ? "" : " and set " + String.join(" and ", first.unset()),
            file);
  }
}
