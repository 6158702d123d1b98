package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.labels.LabelColumns;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Whether what a configuration names on this machine is there and may be read, and whether results
 * may be written where they are to stand, told without Spark. Of other file systems nothing is
 * said.
 */
final class NamedFiles {
  private final Set<String> stages;
  private final List<String> problems = new ArrayList<>();

  private NamedFiles(List<Stage> stages) {
    this.stages = stages.stream().map(Stage::name).collect(Collectors.toSet());
  }

  /** What would stop the stages, each in one line. */
  static List<String> problems(AssayConfig config, List<Stage> stages) {
    NamedFiles files = new NamedFiles(stages);
    files.look(config);
    return files.problems;
  }

  private void look(AssayConfig config) {
    if (stages.contains("ingest")) {
      config.corpus().sources().forEach(one -> read("corpus.sources", one.path()));
    }
    if (stages.contains("answer")) {
      config
          .systems()
          .forEach(
              (name, system) ->
                  system
                      .path()
                      .filter(path -> system.kind().equals("table"))
                      .ifPresent(path -> read("systems." + name + ".path", path)));
    }
    if (stages.contains("tests")) {
      Optional<String> made = config.grammar().export().filter(path -> stages.contains("grammar"));
      config.tests().sources().stream()
          .filter(one -> made.filter(one.path()::equals).isEmpty())
          .forEach(one -> read("tests.sources", one.path()));
    }
    if (stages.contains("evaluate")) {
      config.scores().sources().forEach(one -> read("scores.sources", one.path()));
    }
    if (stages.contains("label")) {
      config.label().sources().stream()
          .filter(one -> !one.path().equals("planted-truth"))
          .forEach(one -> read("label.sources", one.path()));
      problems.addAll(LabelColumns.missing(config.label().sources()));
    }
    if (stages.isEmpty()) {
      return;
    }
    if (config.store().catalog().isEmpty()) {
      write("store.path", config.store().path());
    }
    if (stages.contains("report")) {
      write("report.path", config.report().path());
    }
    if (!config.llm().endpoints().isEmpty() && !config.llm().journal().isEmpty()) {
      write("llm.journal", config.llm().journal());
    }
    if (stages.contains("grammar")) {
      config.grammar().export().ifPresent(path -> write("grammar.export", path));
    }
  }

  private void read(String key, String path) {
    Optional<Path> local = local(path);
    if (local.isEmpty()) {
      return;
    }
    if (Files.exists(local.get())) {
      if (!Files.isReadable(local.get())) {
        problems.add("%s: '%s' may not be read".formatted(key, path));
      }
    } else if (!matches(path)) {
      problems.add(
          "%s: '%s' does not exist (looked for %s)"
              .formatted(key, path, local.get().toAbsolutePath().normalize()));
    }
  }

  /** As the stages look for it. */
  private static boolean matches(String path) {
    try {
      org.apache.hadoop.fs.Path named = new org.apache.hadoop.fs.Path(path);
      FileStatus[] found = named.getFileSystem(new Configuration()).globStatus(named);
      return found != null && found.length > 0;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  /** What is not there is made, in the nearest folder above that is. */
  private void write(String key, String path) {
    Optional<Path> local = local(path);
    if (local.isEmpty()) {
      return;
    }
    Path at = local.get().toAbsolutePath().normalize();
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    boolean itself = at.equals(local.get().toAbsolutePath().normalize());
    if (!itself && !Files.isDirectory(at)) {
      problems.add("%s: '%s' cannot be made, %s is no folder".formatted(key, path, at));
    } else if (!Files.isWritable(at)) {
      problems.add("%s: '%s' cannot be written, %s is closed to it".formatted(key, path, at));
    }
  }

  /** A path of this machine; empty for what comes with Assay, and for other file systems. */
  private static Optional<Path> local(String path) {
    try {
      if (path.startsWith("file:")) {
        return Optional.of(Path.of(URI.create(path)));
      }
      return path.isBlank() || path.matches("\\A[a-zA-Z][a-zA-Z0-9+.-]+:.*")
          ? Optional.empty()
          : Optional.of(Path.of(path));
    } catch (IllegalArgumentException unusual) {
      return Optional.empty();
    }
  }
}
