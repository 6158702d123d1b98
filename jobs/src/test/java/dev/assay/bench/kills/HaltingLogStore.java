package dev.assay.bench.kills;

import dev.assay.llm.Json;
import io.delta.storage.HDFSLogStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Delta's log on a local file system, in a process that ends at a commit which the file named by
 * {@value #FILE} asks for (table, version, before or after), the next one with rows if that version
 * has been. The end is that of SIGKILL: no hook runs, nothing is flushed. Before the commit the
 * rows' Parquet files are there and no log entry names them; after it nothing follows.
 */
public final class HaltingLogStore extends HDFSLogStore {
  /** System property with the file. */
  public static final String FILE = "assay.kills.commit";

  /** What the process prints when it ends by itself. */
  public static final String HALTED = "killed ";

  private static final int SIGKILLED = 137;

  public HaltingLogStore(Configuration hadoop) {
    super(hadoop);
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration hadoop)
      throws IOException {
    List<String> all = new ArrayList<>();
    actions.forEachRemaining(all::add);
    Optional<String> wanted = wanted(path, all);
    wanted.filter("before"::equals).ifPresent(when -> halt(when, path));
    super.write(path, all.iterator(), overwrite, hadoop);
    wanted.ifPresent(when -> halt(when, path));
  }

  /** When to end, before or after; nothing where this is no commit to end at. */
  private static Optional<String> wanted(Path path, List<String> actions) throws IOException {
    java.nio.file.Path asked = java.nio.file.Path.of(System.getProperty(FILE));
    if (!path.getName().matches("\\d{20}\\.json") || !Files.exists(asked)) {
      return Optional.empty();
    }
    String[] words = Files.readString(asked).strip().split(" ");
    Path table = path.getParent().getParent();
    long version = Long.parseLong(path.getName().substring(0, 20));
    boolean there =
        words.length == 3
            && table.getName().equals(words[0])
            && version >= Long.parseLong(words[1])
            && filesAreThere(table, actions);
    return there ? Optional.of(words[2]) : Optional.empty();
  }

  private static boolean filesAreThere(Path table, List<String> actions) {
    List<String> added =
        actions.stream()
            .map(action -> Json.read(action).at("/add/path").asText())
            .filter(file -> !file.isEmpty())
            .toList();
    return !added.isEmpty()
        && added.stream()
            .allMatch(file -> Files.exists(java.nio.file.Path.of(table.toUri().getPath(), file)));
  }

  private static void halt(String when, Path path) {
    System.err.println(
        HALTED
            + when
            + " the commit of "
            + path.getParent().getParent().getName()
            + " "
            + Long.parseLong(path.getName().substring(0, 20)));
    System.err.flush();
    Runtime.getRuntime().halt(SIGKILLED);
  }
}
