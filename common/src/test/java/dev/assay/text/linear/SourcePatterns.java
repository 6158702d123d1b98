package dev.assay.text.linear;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private static final Pattern NAME = Pattern.compile("(\\w+)\\s*=\\s*$");
  private static final Pattern DIRECT =
      Pattern.compile(
          "\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)\\s*\\.(matches|lookingAt)\\(\\)");
  private static final Map<String, Use> USES = Map.of("matches", Use.WHOLE, "lookingAt", Use.START);

  /** What is asked of a match that was found. */
  private static final Set<String> READING = Set.of("group", "start", "end", "groupCount");

  private SourcePatterns() {}

  /**
   * A regular expression.
   *
   * @param use how it is held against texts
   */
  record Found(Pattern pattern, Use use) {}

  /** How a pattern is held against texts. */
  enum Use {
    WHOLE,
    START,
    ANYWHERE
  }

  /** Patterns by file and text; those that are put together of variables are not here. */
  static Map<String, Found> in(Path root) {
    Map<String, Found> found = new TreeMap<>();
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

  /** Those in files of patterns, which say in their first line that they are linear. */
  static Map<String, Found> inFiles(Path root) throws IOException {
    Map<String, Found> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root.resolve("common/src/main/resources"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".txt")).toList()) {
        List<String> lines = Files.readAllLines(file);
        if (lines.get(0).contains("inear pattern")) {
          lines.stream()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(line -> line.substring(line.indexOf('\t') + 1))
              .map(line -> line.replace("NUM", "\\d+(?:[.,]\\d+){0,6}|two|three"))
              .forEach(
                  regex ->
                      found.put(
                          file.getFileName() + " " + regex,
                          new Found(
                              Pattern.compile(regex, Pattern.CASE_INSENSITIVE), Use.ANYWHERE)));
        }
      }
    }
    return found;
  }

  private static void read(Path file, Map<String, Found> found) throws IOException {
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
        Found one = new Found(Pattern.compile(regex, flags), use(source, calls));
        found.merge(
            name + " " + regex,
            one,
            (known, more) ->
                new Found(known.pattern(), known.use() == more.use() ? known.use() : Use.ANYWHERE));
      } catch (IllegalArgumentException none) {
        // A text that is no pattern: a call of another method of that name.
      }
    }
  }

  /** How a pattern is used in its file, where every use of it is alike. */
  private static Use use(String source, Matcher call) {
    if (call.group(1).equals(".matches")) {
      return Use.WHOLE;
    }
    Matcher named = NAME.matcher(source.substring(Math.max(0, call.start() - 80), call.start()));
    if (!call.group(1).startsWith("Pattern") || !named.find()) {
      return Use.ANYWHERE;
    }
    Set<Use> uses = EnumSet.noneOf(Use.class);
    Matcher names =
        Pattern.compile(
                "(?:Matcher (\\w+)\\s*=\\s*)?\\b%s\\b(\\s*\\.\\w+)?(?!\\s*=)"
                    .formatted(named.group(1)))
            .matcher(source);
    while (names.find()) {
      String method = String.valueOf(names.group(2)).strip();
      if (method.equals(".asMatchPredicate")) {
        uses.add(Use.WHOLE);
      } else if (method.equals(".matcher") && names.group(1) != null) {
        uses.add(of(source, names.group(1)));
      } else if (method.equals(".matcher")) {
        Matcher direct = DIRECT.matcher(source).region(names.end(), source.length());
        uses.add(direct.lookingAt() ? USES.get(direct.group(1)) : Use.ANYWHERE);
      } else {
        uses.add(Use.ANYWHERE);
      }
    }
    return uses.size() == 1 ? uses.iterator().next() : Use.ANYWHERE;
  }

  private static Use of(String source, String matcher) {
    Set<Use> uses = EnumSet.noneOf(Use.class);
    Matcher calls = Pattern.compile("\\b" + matcher + "\\s*\\.\\s*(\\w+)").matcher(source);
    while (calls.find()) {
      if (!READING.contains(calls.group(1))) {
        uses.add(USES.getOrDefault(calls.group(1), Use.ANYWHERE));
      }
    }
    return uses.size() == 1 ? uses.iterator().next() : Use.ANYWHERE;
  }
}
