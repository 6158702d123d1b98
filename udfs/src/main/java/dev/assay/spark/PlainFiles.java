package dev.assay.spark;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * This machine's files by this JVM alone. Without its native library, Hadoop starts a {@code chmod}
 * for each file that it makes, a {@code readlink} for each that it renames and an {@code ls} for
 * each that it lists with its permissions: eleven processes for each commit of Delta, which take
 * longer than the commit, and one for each file of a store that is searched. And it asks five times
 * for what one look at a file says.
 */
final class PlainFiles extends RawLocalFileSystem {

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    PosixFileAttributeView here =
        Files.getFileAttributeView(pathToFile(path).toPath(), PosixFileAttributeView.class);
    if (here == null || permission.getStickyBit()) {
      super.setPermission(path, permission); // What Java cannot set, or not here.
    } else {
      here.setPermissions(permissions(permission));
    }
  }

  private static Set<PosixFilePermission> permissions(FsPermission permission) {
    Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
    add(set, permission.getUserAction(), "OWNER");
    add(set, permission.getGroupAction(), "GROUP");
    add(set, permission.getOtherAction(), "OTHERS");
    return set;
  }

  private static void add(Set<PosixFilePermission> set, FsAction allowed, String whom) {
    for (FsAction one : new FsAction[] {FsAction.READ, FsAction.WRITE, FsAction.EXECUTE}) {
      if (allowed.implies(one)) {
        set.add(PosixFilePermission.valueOf(whom + "_" + one.name()));
      }
    }
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    File file = pathToFile(path);
    PosixFileAttributeView here =
        Files.getFileAttributeView(file.toPath(), PosixFileAttributeView.class);
    if (here == null) {
      return super.getFileStatus(path);
    }
    try {
      return new PlainStatus(
          here.readAttributes(),
          getDefaultBlockSize(path),
          new Path(file.getPath()).makeQualified(getUri(), getWorkingDirectory()));
    } catch (FileSystemException e) { // Of what is beneath a file as well, or cannot be seen.
      throw file.exists()
          ? e
          : (IOException)
              new FileNotFoundException("File " + file + " does not exist").initCause(e);
    }
  }

  /** Of a link itself, which only links are asked for by a process. */
  @Override
  public FileStatus getFileLinkStatus(Path path) throws IOException {
    return Files.isSymbolicLink(pathToFile(path).toPath())
        ? super.getFileLinkStatus(path)
        : getFileStatus(path);
  }

  /** A file with its permissions as Java reads them; owners are looked up for whoever asks. */
  private static final class PlainStatus extends FileStatus {
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
}
