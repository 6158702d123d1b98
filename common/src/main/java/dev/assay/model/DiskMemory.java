package dev.assay.model;

import dev.assay.base.Hashes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Vectors of texts (of sentences, and of their content tokens) on disk: read in microseconds what
 * takes milliseconds to compute. The file is made when there is something to write. Where the disk
 * fails nothing is kept any more, which is said once.
 *
 * <p>No database: those of the class path leave files behind where a process is killed, or bring
 * native code, for what is an array of bytes here.
 */
public final class DiskMemory {
  private static final long BYTES_PER_PLACE = 120;

  private static final Logger LOG = LoggerFactory.getLogger(DiskMemory.class);

  private final Supplier<Path> folder;
  private final long most;
  private volatile RingFile<Key> file;
  private volatile boolean failed;

  /** 128 bits of a hash of a text, and of what was computed of it by which model. */
  private record Key(long high, long low) {
    static Key of(String kind, String text) {
      ByteBuffer digest = ByteBuffer.wrap(Hashes.digest(kind, text));
      return new Key(digest.getLong(), digest.getLong());
    }
  }

  /**
   * @param folder where the file is made; asked when there is something to write
   * @param most bytes of the file, of which it has fewer where the disk is nearly full; 0: nothing
   *     is kept
   */
  public DiskMemory(Supplier<Path> folder, long most) {
    this.folder = folder;
    this.most = most;
  }

  /** Bytes of heap that it takes at most for each megabyte on disk: the places of its values. */
  public static long heapPerMegabyte() {
    return (1 << 20) / RingFile.BYTES_PER_VALUE * BYTES_PER_PLACE;
  }

  /** Keeps nothing. */
  public static DiskMemory none() {
    return new DiskMemory(() -> Path.of(""), 0);
  }

  /**
   * A part of it.
   *
   * @param kind what is computed, and by which model: the same of all who may share values
   * @param bytes a value as bytes, ready to be read
   * @param value a value of its bytes, in little-endian order, which it does not keep
   */
  public <T> Overflow<T> of(
      String kind, Function<T, ByteBuffer> bytes, Function<ByteBuffer, T> value) {
    return new Overflow<>() {
      @Override
      public Optional<T> read(String text) {
        RingFile<Key> from = file;
        return from == null || isOver() || !isWellFormed(text)
            ? Optional.empty()
            : DiskMemory.this.read(from, Key.of(kind, text), value);
      }

      @Override
      public void write(String text, T computed) {
        if (most > 0 && !isOver() && isWellFormed(text)) {
          DiskMemory.this.write(Key.of(kind, text), () -> bytes.apply(computed));
        }
      }
    };
  }

  /** Half a surrogate pair has no hash of its own. */
  private static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.charCount(text.codePointAt(i)) == 1) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /** A thread that is interrupted would close the file. */
  private boolean isOver() {
    return failed || Thread.currentThread().isInterrupted();
  }

  private <T> Optional<T> read(RingFile<Key> from, Key key, Function<ByteBuffer, T> value) {
    try {
      return from.read(key, value);
    } catch (IOException e) {
      lost(from, e);
      return Optional.empty();
    }
  }

  private void write(Key key, Supplier<ByteBuffer> bytes) {
    RingFile<Key> to = null;
    try {
      to = opened();
      if (!to.has(key)) {
        to.write(key, bytes.get());
      }
    } catch (IOException e) {
      lost(to, e);
    }
  }

  private synchronized RingFile<Key> opened() throws IOException {
    if (file == null) {
      file = new RingFile<>(folder.get(), most);
      LOG.info("Vectors that memory does not hold are kept on disk, {} MB", file.size() >> 20);
    }
    return file;
  }

  /** A thread was interrupted while it read or wrote: a new file is made. Any other is the end. */
  private synchronized void lost(RingFile<Key> lost, IOException why) {
    if (lost != file) {
      return; // by another thread, which has seen to it
    }
    if (!(why instanceof ClosedChannelException)) {
      failed = true;
      LOG.warn("Vectors that memory does not hold are computed again from now on", why);
    }
    file = null;
    try {
      if (lost != null) {
        lost.close();
      }
    } catch (IOException e) {
      LOG.debug("A file of texts is not closed: {}", e.toString());
    }
  }
}
