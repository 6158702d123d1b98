package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StoreConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UmaskTest {
  @TempDir private java.nio.file.Path directory;

  @Test
  void aSharedStoreStaysSharedAndANewOneIsItsOwnersAlone() throws IOException {
    assertThat(umask("own")).isEqualTo("077");
    java.nio.file.Path runs = Files.createDirectories(directory.resolve("store/runs"));
    for (String[] known :
        new String[][] {
          {"rwxrwx---", "007"},
          {"rwxr-x---", "027"},
          {"rwxr-xr-x", "022"},
          {"rwx------", "077"},
          {"rwxrwxrwx", "002"}
        }) {
      Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString(known[0]));
      assertThat(umask("own")).as(known[0]).isEqualTo(known[1]);
    }
    assertThat(umask("027")).isEqualTo("027");
  }

  /** As object stores do, it shows every permission for what has none. */
  public static final class Bucket extends RawLocalFileSystem {
    @Override
    public String getScheme() {
      return "bucket";
    }

    @Override
    public URI getUri() {
      return URI.create("bucket:///");
    }

    @Override
    public FileStatus getFileStatus(Path path) {
      return new FileStatus(0, true, 1, 1, 0, 0, FsPermission.getDirDefault(), "", "", path);
    }
  }

  @Test
  void whatABucketShowsForPermissionsOpensNoFileOfThisMachine() {
    Configuration hadoop = new Configuration();
    hadoop.set("fs.bucket.impl", Bucket.class.getName());
    StoreConfig store = new StoreConfig("bucket:///store", "", "assay", "own");
    assertThat(Umask.of(store, hadoop)).isEqualTo("077");
  }

  private String umask(String configured) {
    return Umask.of(
        new StoreConfig(directory.resolve("store").toString(), "", "assay", configured),
        new Configuration());
  }
}
