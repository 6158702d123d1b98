package dev.assay.jobs.corpus;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The command that starts a process that reads documents, and the folder in which it works. */
final class ReaderCommand {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderCommand.class);

  private ReaderCommand() {}

  /** The command; its options stand in a file, since a class path may be longer than a command. */
  static List<String> write(Path folder, ReaderLimits limits) throws IOException {
    List<String> options =
        List.of(
            "-Xmx" + limits.memoryMb() + "m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:ActiveProcessorCount=1",
            "-XX:MaxDirectMemorySize=64m",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+DisplayVMOutputToStderr",
            "-XX:ErrorFile=" + folder.resolve("crash.log"),
            "-XX:-CreateCoredumpOnCrash",
            "-Djava.awt.headless=true",
            "-Djava.io.tmpdir=" + folder,
            "-Dlog4j2.level=OFF",
            "-cp",
            classPath(),
            ReaderMain.class.getName(),
            Integer.toString(limits.maxCharacters()));
    Path file = folder.resolve("options");
    Files.write(file, options.stream().map(ReaderCommand::quoted).toList());
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return List.of(java.toString(), "@" + file);
  }

  /**
   * Where this class and its libraries are: the jars that Spark has fetched are known to its class
   * loaders alone.
   */
  static String classPath() {
    Set<String> places = new LinkedHashSet<>();
    for (ClassLoader loader = ReaderMain.class.getClassLoader();
        loader != null;
        loader = loader.getParent()) {
      if (loader instanceof URLClassLoader urls) {
        for (URL url : urls.getURLs()) {
          if (url.getProtocol().equals("file")) {
            places.add(file(url));
          }
        }
      }
    }
    places.addAll(List.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1)));
    places.remove("");
    return String.join(File.pathSeparator, places.stream().map(ReaderCommand::absolute).toList());
  }

  private static String file(URL url) {
    try {
      return Paths.get(url.toURI()).toString();
    } catch (URISyntaxException e) {
      return url.getPath();
    }
  }

  /** The process works in another folder. */
  private static String absolute(String place) {
    return new File(place).getAbsolutePath();
  }

  private static String quoted(String option) {
    return '"' + option.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Removes the folder with all that is in it. */
  static void remove(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(one);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("The folder of a document reader is left: {}", e.getMessage());
    }
  }
}
