package dev.assay.jobs.corpus;

import dev.assay.text.CleanText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.commons.io.ByteOrderMark;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.input.BOMInputStream;
import org.apache.tika.detect.AutoDetectReader;
import org.apache.tika.exception.TikaException;

/** Decodes text files. */
final class PlainText {
  private static final ByteOrderMark[] MARKS = {
    ByteOrderMark.UTF_8,
    ByteOrderMark.UTF_32LE,
    ByteOrderMark.UTF_32BE,
    ByteOrderMark.UTF_16LE,
    ByteOrderMark.UTF_16BE
  };

  private PlainText() {}

  /**
   * The text of {@code content}: by its byte order mark; else as UTF-8 where it is valid, since
   * guesses by statistics go wrong on short texts; else by Tika's guess.
   */
  static String decode(byte[] content) throws IOException, TikaException {
    try (BOMInputStream marked =
        BOMInputStream.builder()
            .setInputStream(new ByteArrayInputStream(content))
            .setByteOrderMarks(MARKS)
            .get()) {
      if (marked.hasBOM()) {
        return IOUtils.toString(marked, Charset.forName(marked.getBOMCharsetName()));
      }
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      if (CleanText.strange(text) < 0.1) {
        return text;
      }
    } catch (CharacterCodingException e) {
      // Another encoding, which is looked for below.
    }
    try (AutoDetectReader reader = new AutoDetectReader(new ByteArrayInputStream(content))) {
      return IOUtils.toString(reader);
    }
  }
}
