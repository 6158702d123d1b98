package dev.assay.jobs;

import dev.assay.base.OneLine;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Failures of the machine or of who may do what on it: foreseen, wherever they happen. */
enum Hindrance {
  FULL("no space left on device", "The disk is full", "Free space there", true),
  QUOTA("disk quota exceeded", "Your quota of the disk is used up", "Free space there", true),
  READ_ONLY("read-only file system", "The file system can only be read", "Make it writable", true),
  DENIED("permission denied", "A file may not be written or read", "See to its permissions", false),
  HANDLES("too many open files", "Too many files are open", "Raise the limit (ulimit -n)", false);

  private static final int MOST = 500;

  private final String phrase;
  private final String what;
  private final String remedy;
  private final boolean ofTheDisk;

  Hindrance(String phrase, String what, String remedy, boolean ofTheDisk) {
    this.ofTheDisk = ofTheDisk;
    this.phrase = phrase;
    this.what = what;
    this.remedy = remedy;
  }

  /**
   * One line for people, where the failure, a cause or what failed beside it tells of a hindrance:
   * what it is, where, and how to go on.
   *
   * @param told whether the failure has a message for people: it says more of what was asked for
   *     than of a disk that is full
   */
  static Optional<String> of(Throwable failure, boolean told) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> left = new ArrayDeque<>();
    left.add(failure);
    Optional<String> found = Optional.empty();
    while (!left.isEmpty() && seen.size() < MOST) {
      Throwable next = left.poll();
      if (!seen.add(next)) {
        continue;
      }
      Optional<String> line = line(next, told);
      // The innermost names the file.
      found = line.isPresent() ? line : found;
      if (next.getCause() != null) {
        left.add(next.getCause());
      }
      left.addAll(List.of(next.getSuppressed()));
    }
    return found.or(() -> MemoryEnd.told(failure));
  }

  private static Optional<String> line(Throwable failure, boolean told) {
    String message = message(failure);
    String lower = message.toLowerCase(Locale.ROOT);
    for (Hindrance hindrance : values()) {
      if (lower.contains(hindrance.phrase) && (hindrance.ofTheDisk || !told)) {
        return Optional.of(
            "%s: %s. %s; the same command goes on where it was."
                .formatted(hindrance.what, first(message), hindrance.remedy));
      }
    }
    return Optional.empty();
  }

  /** Java says of some only by the name of the exception. */
  private static String message(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof java.nio.file.AccessDeniedException
        || failure instanceof org.apache.hadoop.security.AccessControlException) {
      return message + " (permission denied)";
    }
    return failure instanceof java.nio.file.ReadOnlyFileSystemException
        ? message + " (read-only file system)"
        : message;
  }

  private static String first(String message) {
    String line = message.lines().findFirst().orElse("");
    String told = OneLine.of(line.length() > 200 ? line.substring(0, 200) + "…" : line);
    int end = told.length();
    while (end > 0
        && (told.charAt(end - 1) == '.' || Character.isWhitespace(told.charAt(end - 1)))) {
      end--;
    }
    return told.substring(0, end);
  }
}
