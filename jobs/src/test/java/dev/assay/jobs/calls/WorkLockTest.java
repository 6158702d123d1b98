package dev.assay.jobs.calls;

import static org.assertj.core.api.Assertions.assertThat;

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
    Process other = holder();
    try {
      assertThat(WorkLock.isHeld(hadoop())).isTrue();
      assertThat(WorkLock.tried(hadoop())).isEmpty();
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(WorkLock.isHeld(hadoop())).isFalse();
    assertThat(file()).as("who looks takes nothing away").exists();
  }

  /** A process that only looks whether somebody has the lock has it while it looks. */
  @Test
  void whatAnotherProcessGivesUpMeanwhileIsTaken() throws Exception {
    Process other = holder();
    try (WorkLock mine =
        WorkLock.tried(hadoop(), () -> !other.destroyForcibly().onExit().join().isAlive())
            .orElseThrow()) {
      assertThat(tries()).as("by a third process").isNotZero();
    } finally {
      other.destroyForcibly();
    }
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

  /** Another process, which has the lock. */
  private Process holder() throws Exception {
    Process other = new ProcessBuilder("python3", "-c", HOLDS, file().toString()).start();
    assertThat(other.inputReader().readLine()).isEqualTo("held");
    return other;
  }

  private int tries() throws Exception {
    return new ProcessBuilder("python3", "-c", TRIES, file().toString()).start().waitFor();
  }

  private Path file() {
    return directory.resolve(WorkLock.NAME);
  }

  private org.apache.hadoop.fs.Path hadoop() {
    return new org.apache.hadoop.fs.Path(directory.toString());
  }
}
