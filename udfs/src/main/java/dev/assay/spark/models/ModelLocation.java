package dev.assay.spark.models;

import dev.assay.base.Hashes;
import dev.assay.model.ModelException;
import dev.assay.model.onnx.HostCache;
import dev.assay.model.onnx.ModelFiles;
import dev.assay.model.onnx.ModelSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * Finds a model's files: on the class path, in a directory, in an archive, or where Hadoop reads.
 */
public final class ModelLocation {
  /** Bytes of text that a model is made from at most. */
  static final long MOST_TEXT = 64_000_000;

  private ModelLocation() {}

  /**
   * The files of {@code source} on this host. A remote directory is copied once per host and
   * version; whoever comes at the same time finds whole files or none.
   */
  public static synchronized ModelFiles files(String source) {
    if (source.startsWith(ModelSpec.BUNDLED)
        || (!hasScheme(source) && Files.isDirectory(Path.of(source)))) {
      return ModelFiles.of(source);
    }
    org.apache.hadoop.fs.Path remote = new org.apache.hadoop.fs.Path(source);
    try {
      FileSystem files = remote.getFileSystem(configuration());
      if (ModelArchive.is(source)) {
        return ModelArchive.unpack(files, files.makeQualified(remote));
      }
      if ("file".equals(files.getScheme())) {
        return ModelFiles.of(files.makeQualified(remote).toUri().getPath());
      }
      return copy(files, files.makeQualified(remote));
    } catch (IOException | IllegalArgumentException e) {
      throw new ModelException("Cannot read the model at '" + source + "': " + e, e);
    }
  }

  /**
   * The texts of a file, or of all files below a folder in the order of their paths.
   *
   * @throws ModelException when it cannot be read or holds more than {@link #MOST_TEXT} bytes
   */
  static List<String> texts(String source) {
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(source);
    try {
      FileSystem files = root.getFileSystem(configuration());
      TreeMap<String, LocatedFileStatus> found = new TreeMap<>();
      RemoteIterator<LocatedFileStatus> all = files.listFiles(root, true);
      long bytes = 0;
      while (all.hasNext()) {
        LocatedFileStatus file = all.next();
        found.put(file.getPath().toString(), file);
        bytes += file.getLen();
      }
      if (bytes > MOST_TEXT) {
        throw new ModelException(
            "The texts at '%s' have %d bytes; at most %d are read"
                .formatted(source, bytes, MOST_TEXT));
      }
      List<String> texts = new ArrayList<>();
      for (LocatedFileStatus file : found.values()) {
        try (InputStream in = files.open(file.getPath())) {
          texts.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
      return texts;
    } catch (IOException | IllegalArgumentException e) {
      throw new ModelException("Cannot read the texts at '" + source + "': " + e, e);
    }
  }

  private static ModelFiles copy(FileSystem files, org.apache.hadoop.fs.Path remote)
      throws IOException {
    FileStatus model = status(files, remote, ModelFiles.MODEL);
    FileStatus tokenizer = status(files, remote, ModelFiles.TOKENIZER);
    String version =
        Hashes.sha256(
            remote.toString(),
            model.getLen() + "@" + model.getModificationTime(),
            tokenizer.getLen() + "@" + tokenizer.getModificationTime());
    Path directory =
        Files.createDirectories(
            HostCache.directory().resolve(remote.getName() + "-" + version.substring(0, 16)));
    fetch(files, model, directory.resolve(ModelFiles.MODEL));
    fetch(files, tokenizer, directory.resolve(ModelFiles.TOKENIZER));
    for (String more : ModelFiles.OPTIONAL) {
      if (files.exists(new org.apache.hadoop.fs.Path(remote, more))) {
        fetch(files, status(files, remote, more), directory.resolve(more));
      }
    }
    return ModelFiles.in(directory, remote.getName());
  }

  private static FileStatus status(
      FileSystem files, org.apache.hadoop.fs.Path directory, String name) throws IOException {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(directory, name);
    if (!files.exists(file)) {
      throw new ModelException(
          "The model directory '%s' has no %s. It must hold %s and %s."
              .formatted(directory, name, ModelFiles.MODEL, ModelFiles.TOKENIZER));
    }
    return files.getFileStatus(file);
  }

  private static void fetch(FileSystem files, FileStatus from, Path to) throws IOException {
    if (Files.exists(to) && Files.size(to) == from.getLen()) {
      return;
    }
    try (InputStream in = files.open(from.getPath())) {
      HostCache.place(in, to);
    }
  }

  private static boolean hasScheme(String source) {
    return source.matches("[A-Za-z][A-Za-z0-9+.-]+:.*");
  }

  private static Configuration configuration() {
    SparkEnv env = SparkEnv.get();
    return env == null ? new Configuration() : SparkHadoopUtil.get().newConfiguration(env.conf());
  }
}
