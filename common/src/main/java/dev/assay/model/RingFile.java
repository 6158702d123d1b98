package dev.assay.model;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Values by key in a file of bounded size that is written round and round, so that the oldest go
 * first. The file has no name once it is open, where the system can do so (others delete it when it
 * is closed): its room is free again however the process ends. One value is written at a time, and
 * any number are read.
 *
 * @param <K> of keys, which are held in the heap
 */
final class RingFile<K> implements Closeable {
  /** A value may have this share of the file, so that long ones leave others in it. */
  private static final int SHARE = 8;

  /**
   * Places that are known, about 100 bytes of heap each: one for so many bytes of the file. The
   * file is not filled where most values are shorter.
   */
  private static final int BYTES_PER_PLACE = 8_192;

  private final FileChannel channel;
  private final long size;
  private final Cache<K, Place> places;

  /** Bytes ever written, or about to be. What begins a size or more before is written over. */
  private volatile long head;

  /** Where a value begins, in bytes ever written, and its length. */
  private record Place(long start, int length) {}

  /**
   * Makes the file.
   *
   * @param size of it in bytes
   */
  RingFile(Path folder, long size) throws IOException {
    Path path = Files.createTempFile(folder, "assay-texts-", ".bin");
    this.channel =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    this.size = size;
    this.places = Caffeine.newBuilder().maximumSize(1 + size / BYTES_PER_PLACE).build();
  }

  long size() {
    return size;
  }

  /** Whether a value of {@code key} is there. */
  boolean has(K key) {
    Place place = places.getIfPresent(key);
    return place != null && holds(place);
  }

  private boolean holds(Place place) {
    return place.start() >= head - size;
  }

  /** The value, if it is there still. */
  Optional<ByteBuffer> read(K key) throws IOException {
    Place place = places.getIfPresent(key);
    if (place == null || !holds(place)) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.allocate(place.length()).order(ByteOrder.LITTLE_ENDIAN);
    long at = place.start() % size;
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, at + bytes.position()) < 0) {
        throw new EOFException("the file is shorter than it was");
      }
    }
    // What was written over meanwhile is another's.
    return holds(place) ? Optional.of(bytes.flip()) : Optional.empty();
  }

  /** Writes it behind all others; not if it is too long. */
  synchronized void write(K key, ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    if (length > size / SHARE) {
      return;
    }
    long left = size - head % size;
    long start = length > left ? head + left : head;
    head = start + length; // before it is written: who reads what lies there finds out
    long at = start % size;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
    places.put(key, new Place(start, length));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
