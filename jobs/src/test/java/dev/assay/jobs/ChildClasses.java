package dev.assay.jobs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.FileUtils;

/**
 * The class path of JVMs that tests start, and an archive of the classes that the first of them to
 * end had loaded: by it a later one starts with some 20,000 classes that are parsed already. An
 * archive is good for jars only, so that the directories of classes are packed. Both stand beneath
 * {@code target/child}, under a hash of what is on the class path, until that changes.
 */
final class ChildClasses {
  private static final List<String> SILENT = List.of("-Xlog:cds*=off", "-Xlog:dynamic*=off");
  private static final Path HOME = home();
  private static final String PATH = path(HOME);

  private ChildClasses() {}

  /** This JVM's class path, in jars. */
  static String path() {
    return PATH;
  }

  /** Where stores stand that these classes have made. */
  static Path stores() {
    return HOME.resolve("stores");
  }

  /**
   * Options of a JVM on {@link #path()} that takes its classes from the archive, if there is one.
   */
  static List<String> shared() {
    return Files.exists(archive()) ? with("-XX:SharedArchiveFile=" + archive()) : List.of();
  }

  /** Where a JVM that starts now is to leave an archive at its end; used by {@link #keep}. */
  static Path fresh() {
    return HOME.resolve(UUID.randomUUID() + ".jsa");
  }

  /** Options of a JVM that takes its classes from the archive or, if there is none, makes it. */
  static List<String> sharedOrArchiving(Path fresh) {
    return Files.exists(archive()) ? shared() : with("-XX:ArchiveClassesAtExit=" + fresh);
  }

  /** Makes what a JVM left at its end the archive of later ones; nothing where it left nothing. */
  static void keep(Path fresh) {
    try {
      if (Files.exists(fresh)) {
        Files.move(fresh, archive(), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> with(String option) {
    return Stream.concat(Stream.of(option), SILENT.stream()).toList();
  }

  private static Path archive() {
    return HOME.resolve("classes.jsa");
  }

  private static List<Path> entries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  private static Path home() {
    Path all = Path.of("target", "child").toAbsolutePath();
    StringBuilder seen = new StringBuilder(System.getProperty("java.vm.version"));
    entries().forEach(entry -> files(entry).forEach(file -> seen.append(standing(file))));
    Path home = all.resolve(DigestUtils.sha256Hex(seen.toString()).substring(0, 16));
    try {
      if (!Files.exists(home)) {
        sweep(all);
      }
      return PreparedStores.once(home, ChildClasses::pack);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes what earlier builds left; what is younger than an hour another JVM may be at. */
  private static void sweep(Path all) {
    File[] found = all.toFile().listFiles();
    for (File one : found == null ? new File[0] : found) {
      if (System.currentTimeMillis() - one.lastModified() > TimeUnit.HOURS.toMillis(1)) {
        FileUtils.deleteQuietly(one);
      }
    }
  }

  private static void pack(Path work) throws IOException {
    Files.createDirectories(work);
    List<Path> entries = entries();
    for (int i = 0; i < entries.size(); i++) {
      if (Files.isDirectory(entries.get(i))) {
        pack(i, entries.get(i), work);
      }
    }
  }

  private static void pack(int index, Path directory, Path work) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(jar(work, index)))) {
      jar.setLevel(Deflater.NO_COMPRESSION);
      for (Path file : files(directory)) {
        String name = directory.relativize(file).toString().replace(File.separatorChar, '/');
        jar.putNextEntry(new ZipEntry(name));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
  }

  private static String path(Path home) {
    List<Path> entries = entries();
    List<String> jars = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Path entry = entries.get(i);
      jars.add((Files.isDirectory(entry) ? jar(home, i) : entry).toString());
    }
    return String.join(File.pathSeparator, jars);
  }

  private static Path jar(Path home, int index) {
    return home.resolve("classes-" + index + ".jar");
  }

  private static List<Path> files(Path entry) {
    try (Stream<Path> files = Files.walk(entry)) {
      return files.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String standing(Path file) {
    File found = file.toFile();
    return file + " " + found.length() + " " + found.lastModified() + "\n";
  }
}
