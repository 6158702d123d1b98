package dev.assay.model;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Values by key in a file of bounded size that is written round and round, so that the oldest go
 * first. The file has no name once it is open, where the system can do so (others delete it when it
 * is closed): its room is free again however the process ends. One value is written at a time, and
 * any number are read.
 *
 * @param <K> of keys, which are held in the heap
 */
final class RingFile<K> implements Closeable {
  /**
   * Values that are known, some 120 bytes of heap each: one for so many bytes of the file. The file
   * is not filled where most values are shorter.
   */
  static final int BYTES_PER_VALUE = 8_192;

  /** A value may have this share of the file, so that long ones leave others in it. */
  private static final int SHARE = 8;

  /** Of the disk's free space, so that there is room for what else is written there. */
  private static final int SHARE_OF_FREE = 4;

  /** Bytes by which the file grows before it is asked again what is free. */
  private static final long STEP = 64L << 20;

  /** Values up to so many bytes are read into room that is taken again. */
  static final int ROOM = 256 << 10;

  private final Free free;
  private final long reserve;
  private final FileChannel channel;
  private final Map<K, Place<K>> places = new ConcurrentHashMap<>();

  /** All that are known, the oldest first. */
  private final Deque<Place<K>> written = new ArrayDeque<>();

  /** As many as have ever read at once. */
  private final Queue<ByteBuffer> rooms = new ConcurrentLinkedQueue<>();

  private volatile long size;
  private long asked;

  /** Bytes ever written, or about to be. What begins a size or more before is written over. */
  private volatile long head;

  /** How many bytes are free where the file is. */
  interface Free {
    long bytes() throws IOException;
  }

  /** Where a value begins, in bytes ever written, and its length. */
  private record Place<K>(K key, long start, int length) {}

  /**
   * Makes the file.
   *
   * @param most bytes of it; no more than a quarter of what is free, and no further than until half
   *     of that is left, whoever has taken it
   */
  RingFile(Path folder, long most) throws IOException {
    this(folder, most, () -> Files.getFileStore(folder).getUsableSpace());
  }

  RingFile(Path folder, long most, Free free) throws IOException {
    long now = free.bytes();
    this.free = free;
    this.size = Math.min(most, now / SHARE_OF_FREE);
    this.reserve = now / 2;
    this.channel =
        FileChannel.open(
            folder.resolve("assay-texts-" + UUID.randomUUID() + ".bin"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  long size() {
    return size;
  }

  /** Whether a value of {@code key} is there. */
  boolean has(K key) {
    Place<K> place = places.get(key);
    return place != null && holds(place);
  }

  private boolean holds(Place<K> place) {
    return place.start() >= head - size;
  }

  /**
   * What {@code value} makes of the value, if it is there still.
   *
   * @param value of bytes in little-endian order, which it does not keep
   */
  <T> Optional<T> read(K key, Function<ByteBuffer, T> value) throws IOException {
    Place<K> place = places.get(key);
    if (place == null || !holds(place)) {
      return Optional.empty();
    }
    if (place.length() > ROOM) {
      return read(place, ByteBuffer.allocate(place.length()), value);
    }
    ByteBuffer taken = rooms.poll();
    ByteBuffer room = taken == null ? ByteBuffer.allocateDirect(ROOM) : taken;
    try {
      return read(place, room.clear().limit(place.length()), value);
    } finally {
      rooms.add(room);
    }
  }

  private <T> Optional<T> read(Place<K> place, ByteBuffer bytes, Function<ByteBuffer, T> value)
      throws IOException {
    long at = place.start() % size;
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, at + bytes.position()) < 0) {
        throw new EOFException("the file is shorter than it was");
      }
    }
    // What was written over meanwhile is another's.
    return holds(place)
        ? Optional.of(value.apply(bytes.flip().order(ByteOrder.LITTLE_ENDIAN)))
        : Optional.empty();
  }

  /** Writes it behind all others; not if it is too long. */
  synchronized void write(K key, ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    grow(length);
    if (length > size / SHARE) {
      return;
    }
    long left = size - head % size;
    long start = length > left ? head + left : head;
    head = start + length; // before it is written: who reads what lies there finds out
    forget();
    long at = start % size;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
    Place<K> place = new Place<>(key, start, length);
    places.put(key, place);
    written.add(place);
  }

  /** In its first round the file ends where it is, if the disk has become too full meanwhile. */
  private void grow(int more) throws IOException {
    if (head + more <= size && head + more > asked) {
      asked = head + more + STEP;
      if (free.bytes() < reserve) {
        size = head;
      }
    }
  }

  private void forget() {
    while (!written.isEmpty()
        && (!holds(written.peek()) || written.size() > size / BYTES_PER_VALUE)) {
      Place<K> oldest = written.remove();
      places.remove(oldest.key(), oldest);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
