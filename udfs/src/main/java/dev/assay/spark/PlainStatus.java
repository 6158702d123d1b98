package dev.assay.spark;

import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** A file with its permissions as Java reads them; owners are looked up for whoever asks. */
final class PlainStatus extends FileStatus {
  private static final long serialVersionUID = 1;

  private final transient PosixFileAttributes attributes;

  PlainStatus(PosixFileAttributes attributes, long blockSize, Path path) {
    super(
        attributes.size(),
        attributes.isDirectory(),
        1,
        blockSize,
        attributes.lastModifiedTime().toMillis(),
        attributes.lastAccessTime().toMillis(),
        FsPermission.valueOf("-" + PosixFilePermissions.toString(attributes.permissions())),
        null,
        null,
        path);
    this.attributes = attributes;
  }

  @Override
  public String getOwner() {
    return attributes.owner().getName();
  }

  @Override
  public String getGroup() {
    return attributes.group().getName();
  }

  /** What is sent somewhere has its owners with it. */
  private Object writeReplace() {
    return new FileStatus(
        getLen(),
        isDirectory(),
        getReplication(),
        getBlockSize(),
        getModificationTime(),
        getAccessTime(),
        getPermission(),
        getOwner(),
        getGroup(),
        getPath());
  }
}
