package dev.assay.jobs.corpus;

import dev.assay.spark.SharedSpark;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;

/** Local files, some of which cannot be opened, whoever asks: permissions do not hold for root. */
public final class ClosedFiles extends RawLocalFileSystem {
  static final Set<String> CLOSED = ConcurrentHashMap.newKeySet();

  /** The folder as this file system names it. */
  static String uri(Path folder) {
    SharedSpark.session()
        .sparkContext()
        .hadoopConfiguration()
        .set("fs.closed.impl", ClosedFiles.class.getName());
    return "closed://" + folder;
  }

  @Override
  public URI getUri() {
    return URI.create("closed:///");
  }

  @Override
  public String getScheme() {
    return "closed";
  }

  @Override
  public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
    return plain(super.getFileStatus(path));
  }

  @Override
  public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
    return Stream.of(super.listStatus(path)).map(ClosedFiles::plain).toArray(FileStatus[]::new);
  }

  /** Without permissions, which are looked up of files alone. */
  private static FileStatus plain(FileStatus status) {
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        status.getPath());
  }

  @Override
  public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer) throws IOException {
    if (CLOSED.contains(path.getName())) {
      throw new AccessControlException(path + ": Permission denied");
    }
    return super.open(path, buffer);
  }
}
