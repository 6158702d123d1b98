package dev.assay.jobs.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks between processes: another one here is Python's, which asks the system for the same. */
class WorkLockTest {
  private static final String HOLDS =
      "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX); print('held',"
          + " flush=True); sys.stdin.read()";
  private static final String TRIES =
      "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)";

  @TempDir private Path directory;

  @Test
  void whatAnotherProcessHoldsIsHeldUntilItEnds() throws Exception {
    Path file = Files.createFile(directory.resolve(WorkLock.NAME));
    Process other = new ProcessBuilder("python3", "-c", HOLDS, file.toString()).start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("held");
      assertThat(WorkLock.isHeld(hadoop())).isTrue();
      assertThat(WorkLock.tried(hadoop())).isEmpty();
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(WorkLock.isHeld(hadoop())).isFalse();
    assertThat(file).as("who looks takes nothing away").exists();
  }

  /** Closing any opening of a file would take the process's lock on it away. */
  @Test
  void toLookAtOnesOwnLockDoesNotLoseIt() throws Exception {
    Optional<WorkLock> mine = WorkLock.tried(hadoop());
    assertThat(WorkLock.isHeld(hadoop())).isTrue();
    assertThat(WorkLock.tried(hadoop())).as("by another stage of this JVM").isEmpty();
    assertThat(tries()).as("by another process").isNotZero();
    mine.orElseThrow().close();
    assertThat(tries()).isZero();
    assertThat(WorkLock.isHeld(hadoop())).isFalse();
  }

  @Test
  void whereThereIsNoLockNobodyHasItAndNoneIsMade() throws Exception {
    assertThat(WorkLock.isHeld(hadoop())).isFalse();
    assertThat(directory).isEmptyDirectory();
  }

  private int tries() throws Exception {
    String file = directory.resolve(WorkLock.NAME).toString();
    return new ProcessBuilder("python3", "-c", TRIES, file).start().waitFor();
  }

  private org.apache.hadoop.fs.Path hadoop() {
    return new org.apache.hadoop.fs.Path(directory.toString());
  }
}
