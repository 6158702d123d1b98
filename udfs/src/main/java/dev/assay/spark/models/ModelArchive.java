package dev.assay.spark.models;

import dev.assay.base.Hashes;
import dev.assay.model.ModelException;
import dev.assay.model.onnx.HostCache;
import dev.assay.model.onnx.ModelFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/**
 * A model's files in one archive: {@code .zip}, {@code .tar.gz} or {@code .tgz}. Only the files
 * that a model has are taken out, by their own names from whatever folder they are in, so an
 * archive writes nowhere else; two of one name are an error.
 */
final class ModelArchive {
  private static final String DONE = "unpacked";

  private ModelArchive() {}

  /** Whether {@code source} is named like an archive. */
  static boolean is(String source) {
    String name = source.toLowerCase(Locale.ROOT);
    return name.endsWith(".zip") || name.endsWith(".tar.gz") || name.endsWith(".tgz");
  }

  /** The files, unpacked once per host and version of the archive. */
  static ModelFiles unpack(FileSystem files, org.apache.hadoop.fs.Path archive) throws IOException {
    FileStatus status = files.getFileStatus(archive);
    String version =
        Hashes.sha256(archive.toString(), status.getLen() + "@" + status.getModificationTime());
    String name = archive.getName().replaceAll("(?i)\\.(zip|tar\\.gz|tgz)$", "");
    Path directory =
        Files.createDirectories(
            HostCache.directory().resolve(name + "-" + version.substring(0, 16)));
    if (!Files.exists(directory.resolve(DONE))) {
      try (InputStream in = new BufferedInputStream(files.open(archive))) {
        take(in, archive, directory);
      }
      HostCache.place(InputStream.nullInputStream(), directory.resolve(DONE));
    }
    return ModelFiles.in(directory, name);
  }

  private static void take(InputStream in, org.apache.hadoop.fs.Path archive, Path directory)
      throws IOException {
    Set<String> taken = new HashSet<>();
    if (archive.getName().toLowerCase(Locale.ROOT).endsWith(".zip")) {
      ZipInputStream entries = new ZipInputStream(in);
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        take(entry.getName(), entries, taken, archive, directory);
      }
    } else {
      TarEntries entries = new TarEntries(new GZIPInputStream(in));
      for (Optional<String> name = entries.next(); name.isPresent(); name = entries.next()) {
        take(name.get(), entries, taken, archive, directory);
      }
    }
  }

  private static void take(
      String entry,
      InputStream content,
      Set<String> taken,
      org.apache.hadoop.fs.Path archive,
      Path directory)
      throws IOException {
    String file = entry.substring(entry.lastIndexOf('/') + 1);
    boolean wanted =
        file.equals(ModelFiles.MODEL)
            || file.equals(ModelFiles.TOKENIZER)
            || ModelFiles.OPTIONAL.contains(file);
    if (wanted && !taken.add(file)) {
      throw new ModelException(
          "The archive '%s' has two files named %s; it must hold one model"
              .formatted(archive, file));
    }
    if (wanted) {
      HostCache.place(content, directory.resolve(file));
    }
  }
}
