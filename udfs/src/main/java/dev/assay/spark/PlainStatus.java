package dev.assay.spark;

import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsPermission;

/** A file with its permissions as Java reads them; owners are looked up for whoever asks. */
final class PlainStatus extends FileStatus {
  private static final long serialVersionUID = 1;

  private final transient PosixFileAttributes attributes;

  PlainStatus(FileStatus file, PosixFileAttributes attributes) {
    super(
        file.getLen(),
        file.isDirectory(),
        file.getReplication(),
        file.getBlockSize(),
        file.getModificationTime(),
        file.getAccessTime(),
        FsPermission.valueOf("-" + PosixFilePermissions.toString(attributes.permissions())),
        null,
        null,
        file.getPath());
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
