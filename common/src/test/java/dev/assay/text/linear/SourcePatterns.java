package dev.assay.text.linear;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The regular expressions that stand in Java sources, as text. */
final class SourcePatterns {
  private static final String STRING = "\"(?:[^\"\\\\\\n]|\\\\.)*\"";
  private static final Pattern CALL =
      Pattern.compile(
          "(Pattern\\s*\\.compile|\\.matches|\\.replaceAll|\\.replaceFirst|\\.split|mark)\\(\\s*("
              + STRING
              + "(?:\\s*\\+\\s*"
              + STRING
              + ")*)(\\s*\\+)?");
  private static final Pattern ONE = Pattern.compile(STRING);

  private SourcePatterns() {}

  /** Patterns by file and text; those that are put together of variables are not here. */
  static Map<String, Pattern> in(Path root) {
    Map<String, Pattern> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file :
          files
              .filter(path -> path.toString().matches(".*/src/main/java/.*\\.java"))
              .sorted()
              .toList()) {
        read(file, found);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static void read(Path file, Map<String, Pattern> found) throws IOException {
    String source = Files.readString(file);
    if (source.contains("import com.google.re2j")) {
      return;
    }
    Matcher calls = CALL.matcher(source);
    while (calls.find()) {
      if (calls.group(3) != null) {
        continue;
      }
      StringBuilder text = new StringBuilder();
      Matcher parts = ONE.matcher(calls.group(2));
      while (parts.find()) {
        text.append(parts.group(), 1, parts.group().length() - 1);
      }
      int end = source.indexOf(';', calls.end());
      String after =
          source.substring(
              calls.end(), Math.min(end < 0 ? source.length() : end, calls.end() + 120));
      int flags = 0;
      flags |= after.contains("CASE_INSENSITIVE") ? Pattern.CASE_INSENSITIVE : 0;
      flags |= after.contains("DOTALL") ? Pattern.DOTALL : 0;
      flags |= after.contains("MULTILINE") ? Pattern.MULTILINE : 0;
      String name = file.getFileName().toString().replace(".java", "");
      try {
        String regex = text.toString().translateEscapes();
        found.put(name + " " + regex, Pattern.compile(regex, flags));
      } catch (IllegalArgumentException none) {
        // A text that is no pattern: a call of another method of that name.
      }
    }
  }
}
