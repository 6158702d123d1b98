package dev.assay.jobs.forget;

import dev.assay.base.OneLine;
import dev.assay.jobs.engine.Copies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;

/** The copies that a store's notes name, as far as they can be reached from here. */
final class NotedCopies {
  private final Copies copies;
  private final Copies.Noted noted;
  private final Configuration hadoop;

  /** What can be read, by the file or folder that is noted. */
  private final Map<String, List<Path>> reached = new TreeMap<>();

  /** Noted files that may be somewhere, and not where they can be read from here. */
  private final Set<String> kept = new TreeSet<>();

  /** Numbers of files by what is said of them. */
  private final Map<String, Integer> missed = new TreeMap<>();

  NotedCopies(Copies copies, Configuration hadoop) {
    this.copies = copies;
    this.noted = copies.all();
    this.hadoop = hadoop;
    for (Copies.Copy copy : noted.copies()) {
      Stream.concat(copy.files().stream(), copy.theirs().stream())
          .filter(file -> !reached.containsKey(file))
          .forEach(file -> look(copy, file));
    }
  }

  private void look(Copies.Copy copy, String file) {
    List<Path> found = new ArrayList<>();
    try {
      for (LocatedFileStatus one : ByteSearch.listed(hadoop, new Path(file))) {
        one.getPath().getFileSystem(hadoop).open(one.getPath()).close();
        found.add(one.getPath());
      }
    } catch (IOException | UncheckedIOException e) {
      kept.add(file);
      miss(copy, file, "cannot be read: " + OneLine.of(String.valueOf(e.getMessage())));
      return;
    }
    if (!found.isEmpty()) {
      reached.put(file, found);
    } else if (copy.isElsewhere(file)) {
      kept.add(file);
      miss(copy, file, "on a disk of that machine: delete it there");
    } else {
      miss(copy, file, "no longer there: if it was moved, delete it where it is now");
    }
  }

  private void miss(Copies.Copy copy, String file, String why) {
    String words =
        "'%s' on %s wrote to '%s': %s"
            .formatted(copy.command(), copy.host(), new Path(file).getParent(), why);
    missed.merge(words, 1, Integer::sum);
  }

  /** Those that hold a mark, but for what people write into. */
  List<Path> holding(ByteSearch search) {
    Set<Path> holding = new LinkedHashSet<>();
    for (Copies.Copy copy : noted.copies()) {
      for (String file : copy.files()) {
        reached.getOrDefault(file, List.of()).stream()
            .filter(one -> search.holds(one, hadoop))
            .forEach(holding::add);
      }
    }
    return List.copyOf(holding);
  }

  /** All that can be read. */
  List<String> places() {
    return List.copyOf(reached.keySet());
  }

  /** What cannot be looked through, in words. */
  List<String> missed() {
    List<String> words = new ArrayList<>();
    missed.forEach((said, files) -> words.add("%s (%d)".formatted(said, files)));
    noted.unread().forEach(note -> words.add("'" + note + "' says where, and cannot be read"));
    return words;
  }

  /** Takes out of the notes what is no longer there. */
  void settle() {
    Set<String> left = new TreeSet<>(kept);
    for (String file : reached.keySet()) {
      if (!ByteSearch.listed(hadoop, new Path(file)).isEmpty()) {
        left.add(file);
      }
    }
    noted.copies().forEach(copy -> copies.keep(copy, left));
  }
}
