package dev.assay.jobs.corpus;

import org.apache.tika.sax.BodyContentHandler;
import org.apache.tika.sax.ContentHandlerDecorator;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;

/** A document's text in which headings are marked as Markdown marks them. */
final class HeadedText extends ContentHandlerDecorator {
  private final BodyContentHandler body;
  private String first = "";
  private StringBuilder heading;

  HeadedText(BodyContentHandler body) {
    super(body);
    this.body = body;
  }

  @Override
  public void startElement(String uri, String name, String qualified, Attributes attributes)
      throws SAXException {
    super.startElement(uri, name, qualified, attributes);
    if (name.matches("h[1-6]")) {
      heading = new StringBuilder();
    }
  }

  @Override
  public void characters(char[] text, int start, int length) throws SAXException {
    if (heading == null) {
      super.characters(text, start, length);
    } else {
      heading.append(text, start, length);
    }
  }

  @Override
  public void endElement(String uri, String name, String qualified) throws SAXException {
    if (heading != null && name.matches("h[1-6]")) {
      String words = heading.toString().replaceAll("\\s+", " ").strip();
      heading = null;
      if (!words.isEmpty()) {
        first = first.isEmpty() ? words : first;
        char[] line =
            ("\n\n" + "#".repeat(name.charAt(1) - '0') + " " + words + "\n\n").toCharArray();
        super.characters(line, 0, line.length);
      }
    }
    super.endElement(uri, name, qualified);
  }

  /** The words of the first heading, or nothing. */
  String heading() {
    return first;
  }
}
