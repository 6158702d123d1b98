package dev.assay.tables.lease;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * Who has a store, or wants it.
 *
 * @param id of this claim alone; it names the process as well, since a claim's name is whole where
 *     its content is not: a process that is killed while it writes leaves an empty file
 * @param user who runs it
 * @param machine tells machines and containers apart by more than their name; empty where the
 *     system does not say
 * @param processStart in the system's ticks since it was started, which setting its clock does not
 *     change, since numbers of processes are used again; 0: not known. Milliseconds of the clock in
 *     claims of an Assay before this
 * @param command as it was given
 * @param since when the command began
 */
record Holder(
    String id,
    String user,
    String host,
    String machine,
    long process,
    long processStart,
    String command,
    Instant since) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");

  /** Ticks of some 300 years; as milliseconds of the clock, September 2001. */
  private static final long MOST_TICKS = 1_000_000_000_000L;

  /** In what the system says of a process behind its name. */
  private static final int START = 19;

  /** This process, for {@code command}. */
  static Holder here(String command) {
    long process = ProcessHandle.current().pid();
    String machine = machineName();
    long started = started(process);
    return new Holder(
        "%s_%d_%d_%s".formatted(machine, process, started, UUID.randomUUID()),
        System.getProperty("user.name", ""),
        hostName(),
        machine,
        process,
        started,
        command,
        Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** Whether the process is known to have ended: only a process of the same machine can say so. */
  boolean ended() {
    return !machine.isEmpty() && machine.equals(machineName()) && !isAlive();
  }

  /** Of a process with the same number it counts when each began, where both are known. */
  private boolean isAlive() {
    if (ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty()) {
      return false;
    }
    long start = started(process);
    boolean known = start > 0 && processStart > 0 && processStart < MOST_TICKS;
    return !known || start == processStart;
  }

  @Override
  public String toString() {
    return "'assay %s' of %s on %s (process %d), since %s"
        .formatted(command, user, host, process, since);
  }

  /** Java's own answer moves with the clock, which the system may set. */
  private static long started(long process) {
    try {
      String said = Files.readString(Path.of("/proc", Long.toString(process), "stat"), ISO_8859_1);
      return Long.parseLong(said.substring(said.lastIndexOf(')') + 2).split(" ")[START]);
    } catch (IOException | RuntimeException e) { // Not Linux, or it has just ended.
      return 0;
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }

  private static String machineName() {
    try {
      String name = Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(PROCESSES);
      return UUID.nameUUIDFromBytes(name.getBytes(UTF_8)).toString();
    } catch (IOException e) { // Not Linux, or not allowed: then silence alone tells.
      return "";
    }
  }
}
