package dev.assay.jobs.corpus;

import dev.assay.jobs.corpus.Extraction.Document;
import dev.assay.jobs.corpus.Extraction.Unreadable;
import dev.assay.jobs.inputs.TextEncoding;
import dev.assay.text.CleanText;
import dev.assay.text.Headings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.tika.config.TikaConfig;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.exception.WriteLimitReachedException;
import org.apache.tika.extractor.DocumentSelector;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.sax.BodyContentHandler;
import org.xml.sax.SAXException;

/**
 * Reads a file as what its content says it is; the name decides only where the content does not.
 * Text of any kind, HTML, PDF, DOCX, DOC and RTF are read, without their attachments; everything
 * else is unreadable, and so is what is encrypted, damaged, or binary under a text's name. Never
 * throws for what a file holds. Thread-safe.
 */
final class Extractor {
  /** Share of strange characters above which a text is none. */
  private static final double BINARY = 0.1;

  private static final MediaType MARKDOWN = MediaType.text("markdown");
  private static final MediaType PROTECTED = MediaType.application("x-tika-ooxml-protected");
  private static final MediaType PDF = MediaType.application("pdf");
  private static final Set<MediaType> HTML =
      Set.of(MediaType.TEXT_HTML, MediaType.application("xhtml+xml"));
  private static final Set<MediaType> WORD =
      Set.of(
          MediaType.application("msword"),
          MediaType.application("vnd.openxmlformats-officedocument.wordprocessingml.document"));
  private static final Set<MediaType> PARSED =
      Set.of(
          PDF,
          MediaType.application("rtf"),
          MediaType.application("msword"),
          MediaType.application("vnd.openxmlformats-officedocument.wordprocessingml.document"));

  /** What programs write as the title of a PDF that has none. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "\\(?(?:anonymous|unspecified|untitled|no title|none|title|document)\\)?[ \\d]*|untitled"
              + " document|microsoft (?:word|excel|powerpoint) - .*|powerpoint"
              + " presentation|.*\\.(?:docx?|indd|qxd|pdf|rtf|tex|dvi)",
          Pattern.CASE_INSENSITIVE);

  private final TikaConfig tika = TikaConfig.getDefaultConfig();
  private final AutoDetectParser parser = new AutoDetectParser(tika);
  private final int maxCharacters;

  /** Without a limit on a document's text. */
  Extractor() {
    this(-1);
  }

  /**
   * @param maxCharacters a document with more is unreadable; −1: none is
   */
  Extractor(int maxCharacters) {
    this.maxCharacters = maxCharacters;
  }

  /**
   * Whether a file's first bytes and its name say that it is plain text or Markdown: what needs no
   * parser. Looks at no structure within.
   */
  boolean isPlain(String name, byte[] content, String format) {
    Metadata metadata = new Metadata();
    metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, hint(name, format));
    try (ByteArrayInputStream stream = new ByteArrayInputStream(content)) {
      MediaType type = tika.getMimeRepository().detect(stream, metadata).getBaseType();
      return !HTML.contains(type) && !PARSED.contains(type) && text(type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a file.
   *
   * @param name its name, for its ending
   * @param format what it is where the content does not tell: {@code auto} goes by the name
   */
  Extraction extract(String name, byte[] content, String format) {
    if (content.length == 0) {
      return new Unreadable("the file is empty");
    }
    Metadata metadata = new Metadata();
    metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, hint(name, format));
    try (TikaInputStream stream = TikaInputStream.get(content, metadata)) {
      MediaType type = tika.getDetector().detect(stream, metadata).getBaseType();
      if (HTML.contains(type)) {
        return page(name, content, type);
      }
      if (PARSED.contains(type)) {
        return parsed(name, stream, type, metadata);
      }
      if (text(type)) {
        return plain(name, content, type);
      }
      String what = type.equals(PROTECTED) ? "a document protected by a password" : type.toString();
      return new Unreadable(
          "the content is " + what + "; read are text, Markdown, HTML, PDF, DOCX, DOC and RTF");
    } catch (EncryptedDocumentException e) {
      return new Unreadable("the document is encrypted and needs a password");
    } catch (TikaException | SAXException | IOException | RuntimeException e) {
      if (WriteLimitReachedException.isWriteLimitReached(e)) {
        return tooLong();
      }
      return new Unreadable("the document cannot be read, it may be damaged: " + rootMessage(e));
    } catch (StackOverflowError e) {
      return new Unreadable("the document cannot be read: it is nested too deeply");
    }
  }

  private Extraction parsed(String name, TikaInputStream stream, MediaType type, Metadata metadata)
      throws TikaException, SAXException, IOException {
    ParseContext context = new ParseContext();
    context.set(DocumentSelector.class, attachment -> false);
    BodyContentHandler body = new BodyContentHandler(maxCharacters);
    HeadedText headed = new HeadedText(body);
    parser.parse(stream, WORD.contains(type) ? headed : body, metadata, context);
    Map<String, String> kept = new TreeMap<>(Map.of("content_type", type.toString()));
    keep(kept, "author", metadata.get(TikaCoreProperties.CREATOR));
    keep(kept, "language", metadata.get(TikaCoreProperties.LANGUAGE));
    return new Document(title(name, type, metadata, headed.heading()), body.toString(), kept);
  }

  /** A page in the encoding that it has, without what stands around its content. */
  private Extraction page(String name, byte[] content, MediaType type)
      throws TikaException, SAXException, IOException {
    Charset charset = Pages.encoding(content);
    byte[] page = Pages.content(content, charset);
    Metadata metadata = new Metadata();
    // Else the page would be recognised anew, by words that may have gone.
    metadata.set(TikaCoreProperties.CONTENT_TYPE_PARSER_OVERRIDE, MediaType.TEXT_HTML.toString());
    metadata.set(Metadata.CONTENT_TYPE, "text/html; charset=UTF-8");
    metadata.set(TikaCoreProperties.CONTENT_TYPE_USER_OVERRIDE, "text/html; charset=UTF-8");
    try (TikaInputStream stream = TikaInputStream.get(page, metadata)) {
      Document document = (Document) parsed(name, stream, type, metadata);
      if (!charset.equals(StandardCharsets.UTF_8)) {
        document.metadata().put("encoding", charset.name());
      }
      return document;
    }
  }

  /** As the document says it; of Word's by its first heading, of a PDF's nothing, else its name. */
  private static String title(String name, MediaType type, Metadata metadata, String heading) {
    String title = metadata.get(TikaCoreProperties.TITLE);
    boolean pdf = type.equals(PDF);
    if (!blank(title) && !(pdf && PLACEHOLDER.matcher(title.strip()).matches())) {
      return title.strip();
    }
    if (pdf) {
      return "";
    }
    return heading.isEmpty() ? bare(name) : heading;
  }

  private Extraction tooLong() {
    return new Unreadable(
        "the document has more than %d characters; corpus.reader.max-characters allows no more"
            .formatted(maxCharacters));
  }

  private Extraction plain(String name, byte[] content, MediaType type) {
    TextEncoding encoding = TextEncoding.of(content);
    String text = encoding.decode(content);
    if (maxCharacters >= 0 && text.length() > maxCharacters) {
      return tooLong();
    }
    if (CleanText.strange(text) > BINARY) {
      return new Unreadable("the content is binary, not text in any known encoding");
    }
    if (type.equals(MARKDOWN)) {
      text = Markdown.plain(text.replace("\r\n", "\n"));
    }
    String title = type.equals(MARKDOWN) ? heading(text) : "";
    return new Document(title.isEmpty() ? bare(name) : title, text, metadata(type, encoding));
  }

  /** What it is, and its encoding where that is not UTF-8. */
  private static Map<String, String> metadata(MediaType type, TextEncoding encoding) {
    Map<String, String> metadata = new TreeMap<>(Map.of("content_type", type.toString()));
    if (!encoding.isUtf8()) {
      metadata.put("encoding", encoding.charset().name());
    }
    return metadata;
  }

  private boolean text(MediaType type) {
    return type.getType().equals("text")
        || !type.getType().equals("image")
            && tika.getMediaTypeRegistry().isSpecializationOf(type, MediaType.TEXT_PLAIN);
  }

  /** The words of the first Markdown heading, or nothing. */
  private static String heading(String text) {
    return text.lines().filter(Headings::markdown).map(Headings::words).findFirst().orElse("");
  }

  private static String hint(String name, String format) {
    return switch (format) {
      case "text" -> bare(name) + ".txt";
      case "markdown" -> bare(name) + ".md";
      case "html", "pdf", "docx" -> bare(name) + "." + format;
      default -> name;
    };
  }

  /** The name without folders and ending. */
  private static String bare(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1);
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }

  private static void keep(Map<String, String> metadata, String key, String value) {
    if (!blank(value)) {
      metadata.put(key, value.strip());
    }
  }

  private static boolean blank(String value) {
    return value == null || CleanText.blank(value);
  }

  private static String rootMessage(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
