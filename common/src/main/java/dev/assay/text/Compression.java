package dev.assay.text;

import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;

/** How well a text packs. */
public final class Compression {

  private Compression() {}

  /**
   * Bytes of the text packed by zlib at level 9, header included, by bytes of its UTF-8, at most 1:
   * short texts and texts without repetition have 1, a looping text close to 0. Another build of
   * zlib may differ by a few bytes.
   *
   * @throws IllegalArgumentException for an empty text
   */
  public static double ratio(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0) {
      throw new IllegalArgumentException("An empty text has no compression ratio");
    }
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      byte[] sink = new byte[8_192];
      while (!deflater.finished()) {
        deflater.deflate(sink);
      }
      return Math.min(1, deflater.getBytesWritten() / (double) bytes.length);
    } finally {
      deflater.end();
    }
  }
}
