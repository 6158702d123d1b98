package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalDiskTest {
  @TempDir private Path folder;

  private static Configuration configuration() {
    Configuration configuration = new Configuration();
    LocalDisk.SETTINGS.forEach(
        (key, value) -> configuration.set(key.substring("spark.hadoop.".length()), value));
    configuration.set("fs.permissions.umask-mode", "000");
    return configuration;
  }

  private static FileSystem files() throws IOException {
    return FileSystem.newInstance(URI.create("file:///"), configuration());
  }

  private org.apache.hadoop.fs.Path at(String name) {
    return new org.apache.hadoop.fs.Path(folder.resolve(name).toUri());
  }

  /** Modes as chmod(1) reads them: 4 read, 2 write, 1 execute; owner, group, others. */
  @ParameterizedTest
  @ValueSource(strings = {"700 rwx------", "640 rw-r-----", "755 rwxr-xr-x", "461 r--rw---x"})
  void aFileHasTheModeThatItIsMadeWith(String modeAndText) throws IOException {
    FsPermission mode = new FsPermission(modeAndText.split(" ")[0]);
    String text = modeAndText.split(" ")[1];
    FileSystem.create(files(), at("made"), mode).close();
    assertThat(mode("made")).isEqualTo(text);
    FileContext context = FileContext.getFileContext(URI.create("file:///"), configuration());
    context
        .create(at("context"), EnumSet.of(CreateFlag.CREATE), Options.CreateOpts.perms(mode))
        .close();
    assertThat(mode("context")).isEqualTo(text);
  }

  private String mode(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
  }

  @Test
  void whatIsNotThereHasNoMode() {
    assertThatThrownBy(() -> files().setPermission(at("nothing"), new FsPermission("700")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aRenameNeverReplacesAFile() throws IOException {
    FileContext context = FileContext.getFileContext(URI.create("file:///"), configuration());
    for (String name : List.of("first", "second")) {
      try (FSDataOutputStream out = context.create(at(name), EnumSet.of(CreateFlag.CREATE))) {
        out.writeUTF(name);
      }
    }
    assertThatThrownBy(() -> context.rename(at("first"), at("second")))
        .isInstanceOf(FileAlreadyExistsException.class);
    context.rename(at("first"), at("third"));
    try (var in = files().open(at("third"))) {
      assertThat(in.readUTF()).isEqualTo("first");
    }
    assertThat(folder.resolve("first")).doesNotExist();
  }

  @Test
  void filesAreListedWithTheirModesAndOwnersAndStartNoProcess() throws Exception {
    Files.createDirectories(folder.resolve("store/table"));
    Files.writeString(folder.resolve("store/table/rows"), "four");
    Files.setPosixFilePermissions(
        folder.resolve("store/table/rows"), PosixFilePermissions.fromString("rw-r-----"));
    List<FileStatus> listed = new ArrayList<>();
    Path recorded = folder.resolve("processes.jfr");
    FileSystem files = files();
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ProcessStart");
      recording.start();
      RemoteIterator<LocatedFileStatus> all = files.listFiles(at("store"), true);
      while (all.hasNext()) {
        listed.add(all.next());
      }
      listed.add(FileContext.getFileContext(configuration()).getFileStatus(at("store/table/rows")));
      recording.stop();
      recording.dump(recorded);
    }
    assertThat(RecordingFile.readAllEvents(recorded))
        .extracting(event -> event.getString("command"))
        .filteredOn(command -> !command.equals("getconf PAGESIZE"))
        .isEmpty();
    String owner = Files.getOwner(folder.resolve("store/table/rows")).getName();
    FileStatus status = listed.get(0);
    assertThat(listed)
        .hasSize(2)
        .allSatisfy(
            file -> {
              assertThat(file.getPermission().toString()).isEqualTo("rw-r-----");
              assertThat(file.getOwner()).isEqualTo(owner);
              assertThat(file.getGroup()).isNotEmpty();
              assertThat(file.getLen()).isEqualTo(4);
              assertThat(file.isFile()).isTrue();
            });
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(sent)) {
      out.writeObject(files.getFileStatus(at("store/table/rows")));
    }
    try (var in = new ObjectInputStream(new ByteArrayInputStream(sent.toByteArray()))) {
      FileStatus read = (FileStatus) in.readObject();
      assertThat(read.getOwner()).isEqualTo(owner);
      assertThat(read.getPermission()).isEqualTo(status.getPermission());
    }
  }

  /** Beside what Hadoop itself says of a file, a folder, a link and nothing. */
  @Test
  void aFileIsWhatHadoopSaysOfIt() throws IOException {
    Files.writeString(folder.resolve("file with spaces"), "four");
    Files.createDirectories(folder.resolve("some/folder"));
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("file with spaces"));
    Files.createSymbolicLink(folder.resolve("broken"), folder.resolve("nothing"));
    FileSystem hadoop = new RawLocalFileSystem();
    hadoop.initialize(URI.create("file:///"), new Configuration());
    FileSystem files = ((LocalFileSystem) files()).getRaw();
    for (String name : List.of("file with spaces", "some/folder", "link")) {
      FileStatus told = files.getFileStatus(at(name));
      FileStatus wanted = hadoop.getFileStatus(at(name));
      assertThat(told).as(name).isEqualTo(wanted);
      // Copied with what either looks up for whoever asks.
      assertThat(new FileStatus(told)).as(name).hasToString(new FileStatus(wanted).toString());
    }
    assertThat(files.listStatus(at("."))).hasSize(4 - 1);
    for (String name : List.of("nothing", "broken", "file with spaces/beneath")) {
      assertThatThrownBy(() -> files.getFileStatus(at(name)))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessage("File " + folder.resolve(name) + " does not exist");
    }
  }

  @Test
  void aLinkIsItsTargetToWhoeverReads() throws IOException {
    Files.writeString(folder.resolve("target"), "four");
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("target"));
    FileContext context = FileContext.getFileContext(URI.create("file:///"), configuration());
    assertThat(context.getFileStatus(at("link")).getLen()).isEqualTo(4);
    assertThat(context.getFileLinkStatus(at("target")).isSymlink()).isFalse();
  }

  /** The session of the tests has the settings of {@code Sessions}. */
  @Test
  void aCommitOfDeltaStartsNoProcess() throws IOException {
    SparkSession spark = SharedSpark.session();
    spark.range(3).write().format("delta").save(folder.resolve("table").toString());
    Path recorded = folder.resolve("processes.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ProcessStart");
      recording.start();
      spark
          .range(3)
          .write()
          .format("delta")
          .mode("append")
          .save(folder.resolve("table").toString());
      recording.stop();
      recording.dump(recorded);
    }
    List<RecordedEvent> started = RecordingFile.readAllEvents(recorded);
    // Spark asks for it once, with the first signs of life of a JVM that has run for ten seconds.
    assertThat(started)
        .extracting(event -> event.getString("command"))
        .filteredOn(command -> !command.equals("getconf PAGESIZE"))
        .isEmpty();
    try (Stream<Path> log = Files.list(folder.resolve("table/_delta_log"))) {
      assertThat(log.map(file -> file.getFileName().toString()))
          .contains("00000000000000000001.json", "00000000000000000001.crc");
    }
  }
}
