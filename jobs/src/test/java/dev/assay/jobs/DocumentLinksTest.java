package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentLinksTest {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", "..")).normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String folder : List.of("", "docs", "conf/models", "conf/prompts")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
      }
    }
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyLinkInsideTheProjectLeadsSomewhere(Path document) throws IOException {
    List<String> broken = new ArrayList<>();
    for (Matcher link = LINK.matcher(prose(document)); link.find(); ) {
      String target = link.group(1);
      if (target.matches("[a-z]+:.*")) {
        continue;
      }
      String[] parts = target.split("#", 2);
      Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
      if (!file.startsWith(ROOT)
          || !Files.exists(file)
          || parts.length == 2 && !anchors(file).contains(parts[1])) {
        broken.add(target);
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyDocumentIsLinkedFromTheReadmeOrAnother() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path document : documents()) {
      all.append(prose(document));
    }
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .filteredOn(name -> name.endsWith(".md"))
          .allSatisfy(name -> assertThat(all.toString()).containsPattern("[(/]" + name + "[)#]"));
    }
  }

  /** Without code, in which brackets are no links. */
  private static String prose(Path document) throws IOException {
    return Files.readString(document).replaceAll("(?s)```.*?```", "").replaceAll("`[^`\n]*`", "`");
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path document) throws IOException {
    return HEADING
        .matcher(Files.readString(document))
        .results()
        .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
        .map(text -> text.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
