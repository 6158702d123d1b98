package dev.assay.jobs.inputs;

import dev.assay.jobs.engine.StageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;

/**
 * Symbolic links under folders of the local file system. Readers follow them wherever they lead: to
 * files that nobody meant to read, and in circles.
 *
 * @param refused links to folders, and links that lead out of the folder or nowhere, each with the
 *     reason why it is not followed
 * @param files all files that can be read without them, as URIs; empty where nothing is refused
 */
public record Links(SortedMap<String, String> refused, List<String> files) {
  /** As if there were none. */
  public static final Links NONE = new Links(new TreeMap<>(), List.of());

  /** Looks through what {@code path} names; other file systems than the local one have none. */
  public static Links under(SparkSession spark, CorpusPath path) {
    SortedMap<String, String> refused = new TreeMap<>();
    List<String> files = new ArrayList<>();
    for (org.apache.hadoop.fs.Path root : path.roots()) {
      try {
        FileSystem system = root.getFileSystem(spark.sparkContext().hadoopConfiguration());
        if (!system.getUri().getScheme().equals("file")) {
          return NONE;
        }
        // What is named itself may be a link: who names it means what it leads to.
        Path named = Path.of(system.makeQualified(root).toUri().getPath());
        Path real = named.toRealPath();
        Files.walkFileTree(real, new Walk(named, real, refused, files));
      } catch (IOException e) {
        throw new StageException("Cannot list '" + root + "': " + e.getMessage(), e);
      }
    }
    return refused.isEmpty() ? NONE : new Links(refused, List.copyOf(files));
  }

  private static final class Walk extends SimpleFileVisitor<Path> {
    private final Path named;
    private final Path root;
    private final SortedMap<String, String> refused;
    private final List<String> files;

    Walk(Path named, Path root, SortedMap<String, String> refused, List<String> files) {
      this.named = named;
      this.root = root;
      this.refused = refused;
      this.files = files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      return hidden(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (!hidden(file)) {
        String why = attributes.isSymbolicLink() ? refusal(file) : "";
        if (!why.isEmpty()) {
          refused.put(uri(file), why);
        } else if (attributes.isRegularFile() || attributes.isSymbolicLink()) {
          files.add(uri(file));
        }
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      // Readers say of a file that it cannot be opened. What a folder holds nobody would know: the
      // documents read from it before must not be taken for such as have left.
      if (Files.isDirectory(file)) {
        throw failure;
      }
      files.add(uri(file));
      return FileVisitResult.CONTINUE;
    }

    private String refusal(Path link) {
      try {
        Path target = link.toRealPath();
        if (!target.startsWith(root)) {
          return "it is a symbolic link that leads out of the source, to %s (corpus.follow-links)"
              .formatted(target);
        }
        return Files.isDirectory(target)
            ? "it is a symbolic link to a folder of the source (corpus.follow-links)"
            : "";
      } catch (IOException e) {
        return "it is a symbolic link that leads nowhere";
      }
    }

    /** What Spark's readers leave out. */
    private boolean hidden(Path path) {
      String name = path.getFileName() == null ? "" : path.getFileName().toString();
      return !path.equals(root) && (name.startsWith("_") || name.startsWith("."));
    }

    private String uri(Path file) {
      Path under = named.resolve(root.relativize(file));
      return new org.apache.hadoop.fs.Path("file", null, slashes(under)).toString();
    }

    private static String slashes(Path file) {
      return file.toString().replace(File.separatorChar, '/');
    }
  }
}
