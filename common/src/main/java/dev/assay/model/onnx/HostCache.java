package dev.assay.model.onnx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * This user's directory for model files under {@code java.io.tmpdir}, shared by the JVMs of the
 * host. Only the user can write there, so nobody can put another model in place.
 */
public final class HostCache {
  private HostCache() {}

  /** The directory; created when it is not there. */
  public static Path directory() throws IOException {
    String user = System.getProperty("user.name", "user").replaceAll("[^A-Za-z0-9_.-]", "_");
    Path directory = Path.of(System.getProperty("java.io.tmpdir"), "assay-models-" + user);
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] ownerOnly =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0];
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, ownerOnly);
    }
    Path probe = Files.createTempFile(directory, "owner", ".tmp");
    try {
      if (posix && !Files.getOwner(probe).equals(Files.getOwner(directory))) {
        throw new IOException(directory + " belongs to another user");
      }
    } finally {
      Files.delete(probe);
    }
    return directory;
  }

  /** Copies {@code in} to {@code target} so that no reader sees a part of it. */
  public static void place(InputStream in, Path target) throws IOException {
    Path part = Files.createTempFile(target.getParent(), target.getFileName() + ".", ".part");
    try {
      Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
