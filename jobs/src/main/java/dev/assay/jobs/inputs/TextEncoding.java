package dev.assay.jobs.inputs;

import dev.assay.text.CleanText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.apache.commons.io.ByteOrderMark;
import org.apache.tika.parser.txt.CharsetDetector;
import org.apache.tika.parser.txt.CharsetMatch;

/**
 * In which encoding a text file is written: by its byte order mark; else UTF-8 where it is valid;
 * else by the frequencies of letters in the lines that are not, and windows-1252 where these are
 * too few to tell.
 *
 * @param charset the encoding
 * @param mark bytes of the byte order mark
 * @param oddLine the first line that is no UTF-8, from 1; empty for UTF-8 and after a mark
 */
public record TextEncoding(Charset charset, int mark, OptionalInt oddLine) {
  /** What Western editors write that do not write UTF-8. */
  public static final Charset WESTERN = Charset.forName("windows-1252");

  private static final ByteOrderMark[] MARKS = {
    ByteOrderMark.UTF_8,
    ByteOrderMark.UTF_32LE,
    ByteOrderMark.UTF_32BE,
    ByteOrderMark.UTF_16LE,
    ByteOrderMark.UTF_16BE
  };

  /** Below this confidence (of 100) a guess of ICU's is as often wrong as right. */
  private static final int CONFIDENT = 30;

  /** What ICU looks at. */
  private static final int SAMPLE = 12_000;

  private static final double BINARY = 0.1;

  /** The encoding of {@code content}, a whole file or its beginning. */
  public static TextEncoding of(byte[] content) {
    for (ByteOrderMark mark : MARKS) {
      if (startsWith(content, mark.getBytes())) {
        return new TextEncoding(
            Charset.forName(mark.getCharsetName()), mark.length(), OptionalInt.empty());
      }
    }
    int odd = firstOdd(content);
    boolean utf8 = odd < 0;
    if (utf8 && !binary(content)) {
      return new TextEncoding(StandardCharsets.UTF_8, 0, OptionalInt.empty());
    }
    return new TextEncoding(
        guess(content), 0, OptionalInt.of(utf8 ? 1 : 1 + lineBreaks(content, odd)));
  }

  /** The text; bytes that the encoding does not have become U+FFFD. */
  public String decode(byte[] content) {
    return new String(content, mark, content.length - mark, charset);
  }

  /** Whether the file is UTF-8, with a mark or without. */
  public boolean isUtf8() {
    return charset.equals(StandardCharsets.UTF_8) && oddLine.isEmpty();
  }

  private static boolean binary(byte[] content) {
    return CleanText.strange(new String(content, StandardCharsets.UTF_8)) >= BINARY;
  }

  private static boolean startsWith(byte[] content, byte... mark) {
    return content.length >= mark.length
        && java.util.Arrays.equals(content, 0, mark.length, mark, 0, mark.length);
  }

  /** Place of the first byte that is no UTF-8; −1 if there is none. A cut character is one. */
  private static int firstOdd(byte[] content) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(content);
    CharBuffer out = CharBuffer.allocate(8192);
    while (true) {
      CoderResult result = decoder.decode(in, out, false);
      if (result.isError()) {
        return in.position();
      }
      if (result.isUnderflow()) {
        // Up to three bytes of a character may be cut off where only a file's beginning is given.
        return in.remaining() == 0 || content.length > SAMPLE ? -1 : in.position();
      }
      out.clear();
    }
  }

  private static int lineBreaks(byte[] content, int end) {
    int breaks = 0;
    for (int at = 0; at < end; at++) {
      breaks += content[at] == '\n' ? 1 : 0;
    }
    return breaks;
  }

  private static Charset guess(byte[] content) {
    CharsetDetector detector = new CharsetDetector();
    detector.setText(sample(content));
    CharsetMatch match = detector.detect();
    if (match == null || match.getConfidence() < CONFIDENT) {
      return utf16(content);
    }
    // What is called ISO-8859-1 is windows-1252 to browsers and editors, which has more letters.
    return match.getName().equals("ISO-8859-1") || !Charset.isSupported(match.getName())
        ? WESTERN
        : Charset.forName(match.getName());
  }

  /** UTF-16 without a mark has a NUL in every other byte of Western text. */
  private static Charset utf16(byte[] content) {
    int[] nuls = new int[2];
    for (int at = 0; at < content.length; at++) {
      nuls[at % 2] += content[at] == 0 ? 1 : 0;
    }
    int enough = content.length / 5;
    if (nuls[1] > enough && nuls[0] == 0) {
      return StandardCharsets.UTF_16LE;
    }
    return nuls[0] > enough && nuls[1] == 0 ? StandardCharsets.UTF_16BE : WESTERN;
  }

  /** Lines with bytes beyond ASCII, which alone tell encodings apart; all of a text without any. */
  private static byte[] sample(byte[] content) {
    ByteArrayOutputStream sample = new ByteArrayOutputStream();
    int start = 0;
    boolean high = false;
    for (int at = 0; at < content.length && sample.size() < SAMPLE; at++) {
      high |= content[at] < 0;
      if (content[at] == '\n' || at == content.length - 1) {
        if (high) {
          sample.write(content, start, at + 1 - start);
        }
        start = at + 1;
        high = false;
      }
    }
    return sample.size() == 0 ? content : sample.toByteArray();
  }
}
