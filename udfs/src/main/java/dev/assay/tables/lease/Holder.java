package dev.assay.tables.lease;

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
 * @param processStart in milliseconds, since numbers of processes are used again; 0: not known
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

  /** This process, for {@code command}. */
  static Holder here(String command) {
    ProcessHandle self = ProcessHandle.current();
    String machine = machineName();
    long started = started(self);
    return new Holder(
        "%s_%d_%d_%s".formatted(machine, self.pid(), started, UUID.randomUUID()),
        System.getProperty("user.name", ""),
        hostName(),
        machine,
        self.pid(),
        started,
        command,
        Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** Whether the process is known to have ended: only a process of the same machine can say so. */
  boolean ended() {
    return !machine.isEmpty()
        && machine.equals(machineName())
        && ProcessHandle.of(process).filter(ProcessHandle::isAlive).map(Holder::started).stream()
            .noneMatch(start -> start == processStart);
  }

  @Override
  public String toString() {
    return "'assay %s' of %s on %s (process %d), since %s"
        .formatted(command, user, host, process, since);
  }

  private static long started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
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
