package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents for developers say of the layout is so. */
class ArchitectureDocumentTest {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));
  private static final List<String> MODULES = List.of("common", "udfs", "jobs");

  /** A module, or a package in it with its purpose. */
  private static final Pattern LISTED = Pattern.compile("(?m)^(?:(\\w+)|  ([\\w.]+) — \\S.*)$");

  private static final Pattern TYPE = Pattern.compile("`([A-Z][A-Z0-9]*[a-z]\\w*)[^`]*`");

  @Test
  void listsThePackagesOfEachModuleAndNoOther() throws IOException {
    Map<String, Set<String>> there = new TreeMap<>();
    for (String module : MODULES) {
      Path root = ROOT.resolve(module).resolve("src/main/java/dev/assay");
      Set<String> packages = new TreeSet<>();
      for (Path file : sources(root)) {
        if (!file.endsWith("package-info.java")) {
          packages.add(root.relativize(file.getParent()).toString().replace('/', '.'));
        }
      }
      there.put(module, packages);
    }
    assertThat(listed()).isEqualTo(there);
  }

  private static Map<String, Set<String>> listed() throws IOException {
    String block = Files.readString(ROOT.resolve("ARCHITECTURE.md")).split("```", 3)[1];
    Map<String, Set<String>> listed = new TreeMap<>();
    String module = "";
    for (Matcher line = LISTED.matcher(block); line.find(); ) {
      if (line.group(1) != null) {
        module = line.group(1);
      } else {
        listed.computeIfAbsent(module, name -> new TreeSet<>()).add(line.group(2));
      }
    }
    return listed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md"})
  void namesTypesThatThereAre(String document) throws IOException {
    Set<String> named =
        TYPE.matcher(Files.readString(ROOT.resolve(document)))
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).as(document).isNotEmpty();
    for (String module : MODULES) {
      for (Path file : sources(ROOT.resolve(module).resolve("src"))) {
        named.remove(file.getFileName().toString().replace(".java", ""));
      }
    }
    assertThat(named).as("types that %s names and that do not exist", document).isEmpty();
  }

  private static List<Path> sources(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
