package dev.assay.jobs.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.Fixtures;
import dev.assay.jobs.corpus.Extraction.Document;
import dev.assay.jobs.corpus.Extraction.Unknown;
import dev.assay.jobs.corpus.Extraction.Unreadable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Documents with something changed, in their bytes and in what they pack: each is a document or is
 * not, with a reason, and the next is read. How many and which: as all fuzzing here.
 */
@Tag("slow")
class DocumentsFuzzTest {
  private static final int TRIES = Math.max(60, Integer.getInteger("assay.fuzz.tries", 2000) / 8);
  private static final long SEED = Long.getLong("assay.fuzz.seed", 20261124);

  private final Random random = new Random(SEED);

  @Test
  void whateverIsChangedCostsAtMostItsDocument() throws IOException {
    Map<String, byte[]> good = good();
    DocumentReader reader = new DocumentReader(new ReaderLimits(true, 128, 20, 300_000));
    int documents = 0;
    try {
      for (int i = 0; i < TRIES; i++) {
        for (Map.Entry<String, byte[]> one : good.entrySet()) {
          byte[] changed = changed(one.getValue());
          Extraction read = reader.extract(one.getKey(), changed, "auto");
          assertThat(reason(read)).as("%s, try %d", one.getKey(), i).isNotBlank();
          documents += read instanceof Document ? 1 : 0;
        }
      }
      assertThat(documents)
          .as("some are still documents, and some are not")
          .isBetween(1, TRIES * good.size() - 1);
      for (Map.Entry<String, byte[]> one : good.entrySet()) {
        assertThat(reader.extract(one.getKey(), one.getValue(), "auto"))
            .as("%s after all of them", one.getKey())
            .isInstanceOf(Document.class);
      }
    } finally {
      reader.close();
    }
  }

  private static Map<String, byte[]> good() throws IOException {
    Map<String, byte[]> good = new LinkedHashMap<>();
    good.put("a.pdf", Fixtures.pdf("Terms", "The fee is $6 a month.", ""));
    good.put("a.docx", Fixtures.headedDocx("Fees", "The fee is $6 a month."));
    good.put(
        "a.html",
        utf8(
            "<html lang=en><head><title>Fees</title><style>p"
                + " {}</style></head><body><h1>Fees</h1><table><tr><td>A</td><td>$6</td></tr></table><p>Two"
                + " &amp; more.</p></body></html>"));
    good.put("a.rtf", utf8("{\\rtf1\\ansi{\\fonttbl\\f0 Arial;}\\f0 The fee is $6.\\par Two.}"));
    good.put("a.md", utf8("# Fees\n\nThe fee is **$6**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"));
    return good;
  }

  private byte[] changed(byte[] document) throws IOException {
    boolean packed = document[0] == 'P' && document[1] == 'K' && random.nextBoolean();
    return packed ? repacked(document) : bytes(document);
  }

  /** Some of its bytes; as text, that is some of its marks. */
  private byte[] bytes(byte[] content) {
    byte[] changed = content;
    for (int i = random.nextInt(6); i >= 0 && changed.length > 1; i--) {
      int at = random.nextInt(changed.length);
      int end = Math.min(changed.length, at + 1 + random.nextInt(40));
      switch (random.nextInt(4)) {
        case 0 -> {
          changed = changed.clone();
          changed[at] = (byte) random.nextInt(256);
        }
        case 1 -> changed = joined(Arrays.copyOf(changed, at), from(changed, end));
        case 2 -> changed = repeated(changed, at, end, 1 + random.nextInt(300));
        default -> changed = Arrays.copyOf(changed, Math.max(1, at));
      }
    }
    return changed;
  }

  /** The same parts in a sound archive, one of them changed. */
  private byte[] repacked(byte[] archive) throws IOException {
    Map<String, byte[]> parts = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive))) {
      ZipEntry entry = in.getNextEntry();
      while (entry != null) {
        parts.put(entry.getName(), in.readAllBytes());
        entry = in.getNextEntry();
      }
    }
    int broken = random.nextInt(parts.size());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      int i = 0;
      for (Map.Entry<String, byte[]> part : parts.entrySet()) {
        zip.putNextEntry(new ZipEntry(part.getKey()));
        zip.write(i++ == broken ? bytes(part.getValue()) : part.getValue());
      }
    }
    return out.toByteArray();
  }

  private static byte[] repeated(byte[] content, int from, int to, int times) {
    byte[] piece = Arrays.copyOfRange(content, from, to);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(Arrays.copyOf(content, to));
    for (int i = 0; i < times; i++) {
      out.writeBytes(piece);
    }
    out.writeBytes(from(content, to));
    return out.toByteArray();
  }

  private static byte[] from(byte[] content, int from) {
    return Arrays.copyOfRange(content, from, content.length);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Why it is none; its title where it is one, or that it has no title. */
  private static String reason(Extraction read) {
    if (read instanceof Document document) {
      assertThat(document.text()).isNotNull();
      return "a document";
    }
    return read instanceof Unreadable unreadable ? unreadable.reason() : ((Unknown) read).reason();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
