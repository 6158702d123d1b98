package dev.assay.jobs.corpus;

import dev.assay.jobs.corpus.Extraction.Document;
import dev.assay.jobs.corpus.Extraction.Unreadable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Documents and what they hold as bytes, between this process and those that read documents. What
 * comes back is believed within bounds only: a parser that a document got the better of may say
 * anything.
 */
final class ReaderWire {
  private static final int LONGEST_WORDS = 1 << 20;
  private static final int MOST_ENTRIES = 100;

  private ReaderWire() {}

  static void question(DataOutputStream out, String name, byte[] content, String format)
      throws IOException {
    text(out, name.substring(Math.max(0, name.length() - 1000)));
    text(out, format);
    out.writeInt(content.length);
    out.write(content);
    out.flush();
  }

  static void answer(DataOutputStream out, Extraction extraction) throws IOException {
    if (extraction instanceof Document document) {
      out.writeBoolean(true);
      text(out, shortened(document.title()));
      text(out, document.text());
      out.writeInt(document.metadata().size());
      for (Map.Entry<String, String> entry : document.metadata().entrySet()) {
        text(out, entry.getKey());
        text(out, shortened(entry.getValue()));
      }
    } else {
      out.writeBoolean(false);
      text(out, shortened(((Unreadable) extraction).reason()));
    }
    out.flush();
  }

  static Extraction answer(DataInputStream in, int maxCharacters) throws IOException {
    if (!in.readBoolean()) {
      return new Unreadable(text(in, LONGEST_WORDS));
    }
    String title = text(in, LONGEST_WORDS);
    String text = text(in, Math.max(maxCharacters, LONGEST_WORDS));
    Map<String, String> metadata = new TreeMap<>();
    for (int left = bounded(in.readInt(), MOST_ENTRIES); left > 0; left--) {
      metadata.put(text(in, LONGEST_WORDS), text(in, LONGEST_WORDS));
    }
    return new Document(title, text, metadata);
  }

  /** The characters as they are: UTF-8 would change those that are no text. */
  static void text(DataOutputStream out, String text) throws IOException {
    out.writeInt(text.length());
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    out.write(bytes.array());
  }

  static String text(DataInputStream in, int longest) throws IOException {
    byte[] bytes = new byte[2 * bounded(in.readInt(), longest)];
    in.readFully(bytes);
    return ByteBuffer.wrap(bytes).asCharBuffer().toString();
  }

  private static int bounded(int length, int most) throws IOException {
    if (length < 0 || length > most) {
      throw new IOException("a length of " + length + " where at most " + most + " is allowed");
    }
    return length;
  }

  private static String shortened(String words) {
    return words.length() <= LONGEST_WORDS ? words : words.substring(0, LONGEST_WORDS);
  }
}
