package dev.assay.tables.lease;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.tables.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claims to a store: a file each, named by its holder, so that no two processes ever write the
 * same one, and by what it says, so that one that is just being written can be told as well. All
 * that is asked of a file system is that a file that was written is in the next list of its
 * directory, which object stores hold as well.
 */
final class Claims {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** See {@link Holder#id()}; claims of an older version say it in their content alone. */
  private static final Pattern ID =
      Pattern.compile("(?<machine>[^_]*)_(?<process>\\d{1,18})_(?<start>\\d{1,18})_[^_]+");

  private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

  private static final int LISTS = 100;
  private static final int LOOKS = 4;
  private static final long BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final String TRYING = ".trying";
  private static final String HELD = ".held";
  private static final String CLOCK = ".clock";

  private final FileSystem files;
  private final Path directory;

  Claims(Configuration configuration, String directory) {
    this.directory = new Path(directory);
    try {
      this.files = this.directory.getFileSystem(configuration);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Writes a claim, or writes it again. */
  void put(Holder holder, boolean held) {
    try {
      files.mkdirs(directory);
      try (OutputStream out = files.create(file(holder, held), true)) {
        out.write(JSON.writeValueAsBytes(json(holder)));
      }
      if (held) {
        delete(file(holder, false));
      }
    } catch (FSError e) { // So Hadoop's local file system says that a disk is full.
      throw failed(new IOException(e.getCause().getMessage(), e));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Whether the holder's claim is still there, as one that is held. */
  boolean has(Holder holder) {
    try {
      return files.exists(file(holder, true));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  void remove(Holder holder) {
    try {
      delete(file(holder, false));
      delete(file(holder, true));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** What the file system's clock says, in milliseconds. */
  long now(Holder holder) {
    Path clock = new Path(directory, holder.id() + CLOCK);
    try {
      files.create(clock, true).close();
      long now = files.getFileStatus(clock).getModificationTime();
      delete(clock);
      return now;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** All claims. */
  List<Claim> all() {
    List<Claim> claims = new ArrayList<>();
    try {
      for (FileStatus file : list()) {
        String name = file.getPath().getName();
        if (name.endsWith(TRYING) || name.endsWith(HELD)) {
          claims.add(
              new Claim(
                  holder(name.substring(0, name.lastIndexOf('.')), content(file.getPath())),
                  name.endsWith(HELD),
                  file.getModificationTime()));
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      throw failed(e);
    }
    return claims;
  }

  /**
   * Hadoop's local file system gives up where a file goes while it is listed: another command's,
   * which took its claim back or asked for the time.
   */
  private FileStatus[] list() throws IOException {
    for (int list = 1; ; list++) {
      try {
        return files.listStatus(directory);
      } catch (NoSuchFileException e) {
        if (list == LISTS) {
          throw e;
        }
      }
    }
  }

  /** Two may remove one claim that is void. */
  private void delete(Path file) throws IOException {
    try {
      files.delete(file, false);
    } catch (NoSuchFileException e) {
      LOG.debug("{} was deleted by another", file);
    }
  }

  /**
   * Empty where it was taken back, and where whoever wrote it was killed meanwhile: that there is a
   * claim is known. One that is just being written anew is looked at again.
   */
  private JsonNode content(Path file) {
    JsonNode content = JSON.missingNode();
    for (int look = 0; look < LOOKS && content.isMissingNode(); look++) {
      if (look > 0) {
        LockSupport.parkNanos(BETWEEN_LOOKS);
      }
      try (InputStream in = files.open(file)) {
        content = JSON.readTree(in);
      } catch (FileNotFoundException e) {
        return JSON.missingNode();
      } catch (IOException e) {
        LOG.debug("{} cannot be read yet: {}", file, e.toString());
      }
    }
    return content;
  }

  private static Holder holder(String id, JsonNode claim) {
    Matcher name = ID.matcher(id);
    boolean named = name.matches();
    return new Holder(
        id,
        claim.path("user").asText("somebody"),
        claim.path("host").asText("an unknown host"),
        named ? name.group("machine") : claim.path("machine").asText(""),
        named ? Long.parseLong(name.group("process")) : claim.path("process").asLong(),
        named ? Long.parseLong(name.group("start")) : claim.path("process_start").asLong(),
        claim.path("command").asText("?"),
        Instant.parse(claim.path("since").asText("1970-01-01T00:00:00Z")));
  }

  private static JsonNode json(Holder holder) {
    return JSON.createObjectNode()
        .put("user", holder.user())
        .put("host", holder.host())
        .put("machine", holder.machine())
        .put("process", holder.process())
        .put("process_start", holder.processStart())
        .put("command", holder.command())
        .put("since", holder.since().toString());
  }

  private Path file(Holder holder, boolean held) {
    return new Path(directory, holder.id() + (held ? HELD : TRYING));
  }

  private StoreException failed(IOException e) {
    return new StoreException(
        "Whether another command is writing to the store cannot be told: '%s': %s"
            .formatted(directory, e.getMessage()),
        e);
  }
}
