package dev.assay.jobs.engine;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.tables.Store;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Which files outside of a store commands wrote with what it holds: pages, exports, packs, tasks.
 * Each writing is a note in {@value #DIRECTORY} beside the tables, made before the files are, so
 * that whoever forgets something finds them.
 */
public final class Copies {
  /** Directory of the notes. */
  public static final String DIRECTORY = "_copies";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ENDING = ".json";

  private final Optional<Path> directory;
  private final Configuration hadoop;

  /** Of a store; of tables of a catalog only where journals have a directory. */
  public Copies(Store store, AssayConfig config) {
    this.directory = Exclusive.place(store, config).map(place -> new Path(place, DIRECTORY));
    this.hadoop = store.spark().sessionState().newHadoopConf();
  }

  /**
   * What a command wrote.
   *
   * @param command as it is given
   * @param host where it ran: files of its own disk are there
   * @param files with their file system; a folder stands for what is in it
   * @param theirs files of the same, which people write into
   */
  public record Copy(String command, String host, List<String> files, List<String> theirs) {
    /** Whether files of a disk that {@code here} has not are meant. */
    public boolean isElsewhere(String file) {
      return !host.equals(hostName()) && new Path(file).toUri().getScheme().equals("file");
    }
  }

  /** What is noted, and the notes that cannot be read. */
  public record Noted(List<Copy> copies, List<String> unread) {}

  /** Notes what is about to be written. A store that cannot be written to holds no command up. */
  public void note(String command, Collection<Path> files, Collection<Path> theirs) {
    try {
      put(new Copy(command, hostName(), qualified(files), qualified(theirs)));
    } catch (IOException | RuntimeException e) {
      System.err.printf(
          "%s: the store does not know of '%s' ('%s' cannot be written: %s). 'assay forget' will"
              + " not look there.%n",
          command,
          files.stream().findFirst().map(Path::toString).orElse(""),
          directory.map(Path::toString).orElse(DIRECTORY),
          OneLine.of(String.valueOf(e.getMessage())));
    }
  }

  /** All that is noted. */
  public Noted all() {
    List<Copy> copies = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    for (Path note : notes()) {
      try (InputStream in = note.getFileSystem(hadoop).open(note)) {
        copies.add(JSON.readValue(in, Copy.class));
      } catch (IOException e) {
        unread.add(note.toString());
      }
    }
    return new Noted(copies, unread);
  }

  /** Keeps of a note what {@code files} still has of its files. */
  public void keep(Copy copy, Collection<String> files) {
    Copy kept =
        new Copy(
            copy.command(), copy.host(), left(copy.files(), files), left(copy.theirs(), files));
    if (kept.equals(copy)) {
      return;
    }
    try {
      if (!kept.files().isEmpty() || !kept.theirs().isEmpty()) {
        put(kept);
      }
      Path note = file(copy);
      note.getFileSystem(hadoop).delete(note, false);
    } catch (IOException e) {
      throw new UncheckedIOException("'" + file(copy) + "' cannot be changed", e);
    }
  }

  private static List<String> left(List<String> files, Collection<String> kept) {
    return files.stream().filter(kept::contains).toList();
  }

  private void put(Copy copy) throws IOException {
    if (directory.isEmpty()) {
      return;
    }
    Path note = file(copy);
    try (OutputStream out = note.getFileSystem(hadoop).create(note, true)) {
      out.write(JSON.writeValueAsBytes(copy));
    }
  }

  /** The same again is one note. */
  private Path file(Copy copy) {
    return new Path(directory.orElseThrow(), Hashes.sha256(copy.toString()) + ENDING);
  }

  private List<Path> notes() {
    List<Path> notes = new ArrayList<>();
    try {
      if (directory.isPresent()) {
        FileSystem files = directory.get().getFileSystem(hadoop);
        for (FileStatus file : files.listStatus(directory.get())) {
          if (file.getPath().getName().endsWith(ENDING)) {
            notes.add(file.getPath());
          }
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("'" + directory.get() + "' cannot be listed", e);
    }
    return notes;
  }

  private List<String> qualified(Collection<Path> files) throws IOException {
    TreeSet<String> qualified = new TreeSet<>();
    for (Path file : files) {
      qualified.add(file.getFileSystem(hadoop).makeQualified(file).toString());
    }
    return List.copyOf(qualified);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }
}
