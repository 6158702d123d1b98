package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UmaskTest {
  @TempDir private Path directory;

  @Test
  void aSharedStoreStaysSharedAndANewOneIsItsOwnersAlone() throws IOException {
    assertThat(umask("own")).isEqualTo("077");
    Path runs = Files.createDirectories(directory.resolve("store/runs"));
    for (String[] known :
        new String[][] {
          {"rwxrwx---", "007"}, {"rwxr-x---", "027"}, {"rwxr-xr-x", "022"}, {"rwx------", "077"}
        }) {
      Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString(known[0]));
      assertThat(umask("own")).as(known[0]).isEqualTo(known[1]);
    }
    assertThat(umask("027")).isEqualTo("027");
  }

  private String umask(String configured) {
    return Umask.of(
        new StoreConfig(directory.resolve("store").toString(), "", "assay", configured),
        new Configuration());
  }
}
