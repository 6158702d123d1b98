package dev.assay.prompts;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.assay.base.Hocon;
import dev.assay.base.Nearest;
import dev.assay.config.ByopConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file of {@code judges.byop-folder}: NAME.md or NAME.txt with a header in HOCON between two
 * lines {@code ---}, then the prompt.
 *
 * @param rules what the header says: scale, levels, needs, threshold
 * @param text the prompt
 */
public record OwnPrompt(ByopConfig rules, String text) {
  private static final Pattern FILE = Pattern.compile("(.*)\\.(md|txt)");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
  private static final Pattern PARTS =
      Pattern.compile("---[ \\t]*\\R(.*?\\R)??---[ \\t]*\\R(.*)", Pattern.DOTALL);
  private static final Set<String> KEYS = Set.of("scale", "levels", "needs", "threshold");
  private static final Set<String> SCALES = Set.of("boolean", "score", "levels");
  private static final Set<String> FIELDS = Set.of("question", "expected", "contexts", "answer");

  /**
   * Every prompt of the folder by its name, none for no folder.
   *
   * @throws IllegalArgumentException for a folder or file that cannot be read, or a header that
   *     does not hold; the message names the file, what it says and what is allowed
   */
  public static Map<String, OwnPrompt> folder(String folder) {
    Map<String, OwnPrompt> prompts = new TreeMap<>();
    if (folder.isBlank()) {
      return prompts;
    }
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      for (Path file : files.sorted().toList()) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        if (name.matches() && Files.isRegularFile(file)) {
          require(
              NAME.matcher(name.group(1)).matches(),
              file,
              "its name must be lower-case letters, digits and _, a letter first");
          require(
              prompts.put(name.group(1), read(file)) == null,
              file,
              "there are a .md and a .txt of this name");
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("folder " + folder + " cannot be read: " + e, e);
    }
    if (prompts.isEmpty()) {
      throw new IllegalArgumentException("folder " + folder + " has no file NAME.md or NAME.txt");
    }
    return prompts;
  }

  private static OwnPrompt read(Path file) throws IOException {
    Matcher parts = PARTS.matcher(Files.readString(file));
    require(parts.matches(), file, "it must begin with a header between two lines ---");
    String header = parts.group(1) == null ? "" : parts.group(1);
    String text = parts.group(2).strip();
    require(!text.isEmpty(), file, "there is no prompt below its header");
    try {
      return new OwnPrompt(rules(file, Hocon.read(() -> ConfigFactory.parseString(header))), text);
    } catch (ConfigException e) {
      // Its lines are counted from the header's first one.
      throw new IllegalArgumentException(file + ", header: " + e.getMessage(), e);
    }
  }

  private static ByopConfig rules(Path file, Config header) {
    for (String key : header.root().keySet()) {
      require(KEYS.contains(key), file, "unknown key '" + key + "'." + Nearest.hint(key, KEYS));
    }
    String scale = header.hasPath("scale") ? header.getString("scale") : "boolean";
    require(
        SCALES.contains(scale),
        file,
        "unknown scale '" + scale + "'." + Nearest.hint(scale, SCALES));
    List<String> levels = list(header, "levels");
    require(
        scale.equals("levels")
            ? levels.size() >= 2
                && new HashSet<>(levels).size() == levels.size()
                && levels.stream().noneMatch(level -> level.contains(","))
            : levels.isEmpty(),
        file,
        "levels = %s with scale = %s; allowed: two or more levels without commas, each once, the worst first, with scale = levels; else none"
            .formatted(levels, scale));
    List<String> needs = list(header, "needs");
    for (String need : needs) {
      require(
          FIELDS.contains(need), file, "unknown need '" + need + "'." + Nearest.hint(need, FIELDS));
    }
    double threshold = header.hasPath("threshold") ? header.getDouble("threshold") : 0.5;
    require(
        threshold >= 0 && threshold <= 1,
        file,
        "threshold = " + threshold + "; allowed: a number from 0.0 to 1.0");
    return new ByopConfig(file.toString(), scale, levels, needs, threshold);
  }

  private static List<String> list(Config header, String key) {
    if (!header.hasPath(key)) {
      return List.of();
    }
    return header.getValue(key).unwrapped() instanceof String text
        ? Arrays.stream(text.split(",")).map(String::strip).toList()
        : header.getStringList(key);
  }

  private static void require(boolean holds, Path file, String reason) {
    if (!holds) {
      throw new IllegalArgumentException(file + ": " + reason);
    }
  }
}
