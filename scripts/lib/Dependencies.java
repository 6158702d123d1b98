import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Checks a bill of materials (CycloneDX, XML) against a list kept by hand: every library has a
 * licence that is allowed, and none a version with a known advisory. Without libraries but the
 * JDK's: {@code java Dependencies.java SBOM LIST}.
 */
final class Dependencies {
  private final Set<String> allowed = new TreeSet<>();
  private final Map<String, String> said = new HashMap<>();
  private final List<String[]> advisories = new ArrayList<>();
  private final Set<String> usedLines = new TreeSet<>();

  public static void main(String[] arguments) throws Exception {
    List<String> problems = new Dependencies(Path.of(arguments[1])).check(Path.of(arguments[0]));
    problems.forEach(problem -> System.out.println("dependencies: " + problem));
    System.exit(problems.isEmpty() ? 0 : 1);
  }

  private Dependencies(Path list) throws IOException {
    for (String line : Files.readAllLines(list)) {
      String[] words = line.strip().split("\\s+", 4);
      switch (words[0]) {
        case "allow" -> allowed.add(line.strip().substring("allow ".length()).strip());
        case "licence" -> said.put(words[1], line.strip().split("\\s+", 3)[2]);
        case "advisory" -> advisories.add(words);
        default -> {
          if (!line.isBlank() && !line.startsWith("#")) {
            throw new IOException("no line that can be read: " + line);
          }
        }
      }
    }
  }

  private List<String> check(Path sbom) throws Exception {
    DocumentBuilderFactory xml = DocumentBuilderFactory.newInstance();
    xml.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Element root = xml.newDocumentBuilder().parse(sbom.toFile()).getDocumentElement();
    List<String> problems = new ArrayList<>();
    int libraries = 0;
    for (Element list : children(root, "components")) {
      for (Element component : children(list, "component")) {
        String name = text(component, "group") + ":" + text(component, "name");
        if (!name.startsWith("dev.assay:")) {
          libraries++;
          check(component, name, text(component, "version"), problems);
        }
      }
    }
    System.out.printf("dependencies: %d libraries looked through%n", libraries);
    if (libraries < 20) {
      problems.add("the bill names " + libraries + " libraries: it is not that of this product");
    }
    said.keySet().stream()
        .filter(name -> !usedLines.contains(name))
        .forEach(name -> problems.add("'licence " + name + "' is said of nothing that is shipped"));
    return problems;
  }

  private void check(Element component, String name, String version, List<String> problems) {
    Set<String> licences = new TreeSet<>();
    for (Element list : children(component, "licenses")) {
      licences.addAll(texts(list, "expression"));
      for (Element one : children(list, "license")) {
        licences.addAll(texts(one, "id"));
        licences.addAll(texts(one, "name"));
      }
    }
    if (said.containsKey(name)) {
      usedLines.add(name);
      licences = Set.of(said.get(name));
    }
    // Of several, one may be chosen.
    if (licences.stream().noneMatch(allowed::contains)) {
      problems.add(name + " " + version + " has no licence that is allowed: " + licences);
    }
    for (String[] advisory : advisories) {
      if (advisory[1].equals(name) && before(version, advisory[2])) {
        problems.add(name + " " + version + " is older than " + advisory[2] + ": " + advisory[3]);
      }
    }
  }

  /** By numbers, part by part; words are behind no number. */
  private static boolean before(String version, String fixed) {
    String[] one = version.split("[.\\-+_]");
    String[] other = fixed.split("[.\\-+_]");
    for (int i = 0; i < Math.max(one.length, other.length); i++) {
      int difference = Long.compare(number(one, i), number(other, i));
      if (difference != 0) {
        return difference < 0;
      }
    }
    return false;
  }

  private static long number(String[] parts, int at) {
    return at < parts.length && parts[at].matches("[0-9]{1,15}") ? Long.parseLong(parts[at]) : 0;
  }

  private static List<String> texts(Element parent, String name) {
    return children(parent, name).stream().map(child -> child.getTextContent().strip()).toList();
  }

  private static String text(Element parent, String name) {
    return texts(parent, name).stream().findFirst().orElse("");
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> found = new ArrayList<>();
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element && element.getTagName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }
}
