package dev.assay.spark.models;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The regular files of a tar stream (POSIX ustar), one after another: after {@link #next} the
 * stream is that file's content. Long names in extension records are not read: a file keeps the
 * name in its own header, whose last part is whole up to 100 characters.
 *
 * <p>Spark's class path has a tar reader that does not run with Spark's commons-lang, hence this.
 */
final class TarEntries extends FilterInputStream {
  private static final int BLOCK = 512;

  private long left;
  private long padding;

  TarEntries(InputStream in) {
    super(in);
  }

  /** The name of the next regular file; empty at the end. */
  Optional<String> next() throws IOException {
    while (true) {
      super.skipNBytes(left + padding);
      left = 0;
      padding = 0;
      byte[] header = in.readNBytes(BLOCK);
      if (header.length == 0 || (header.length == BLOCK && header[0] == 0)) {
        return Optional.empty();
      }
      if (header.length < BLOCK) {
        throw new EOFException("The tar archive ends inside a header");
      }
      long size = size(header);
      char type = (char) header[156];
      padding = (BLOCK - size % BLOCK) % BLOCK;
      if (type == '0' || type == 0) {
        left = size;
        return Optional.of(text(header, 0, 100));
      }
      padding += size;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int count = in.read(bytes, from, (int) Math.min(length, left));
    if (count < 0) {
      throw new EOFException("The tar archive ends inside a file");
    }
    left -= count;
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    return in.skip(count);
  }

  /** Octal digits, or for files over 8 GB a binary number that begins with the bit 0x80. */
  private static long size(byte[] header) throws IOException {
    if ((header[124] & 0x80) != 0) {
      long size = 0;
      for (int i = 128; i < 136; i++) {
        size = size << 8 | header[i] & 0xff;
      }
      if (size >= 0) {
        return size;
      }
    } else {
      String digits = text(header, 124, 12).strip();
      if (digits.matches("[0-7]{1,12}")) {
        return Long.parseLong(digits, 8);
      }
    }
    throw new IOException("A header of the tar archive has no size");
  }

  private static String text(byte[] header, int from, int length) {
    String text = new String(header, from, length, StandardCharsets.UTF_8);
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }
}
