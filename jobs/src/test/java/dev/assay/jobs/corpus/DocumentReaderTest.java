package dev.assay.jobs.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.Fixtures;
import dev.assay.jobs.corpus.Extraction.Document;
import dev.assay.jobs.corpus.Extraction.Unreadable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Documents that are made to harm: each costs itself, and the next is read. */
@Tag("slow")
class DocumentReaderTest {
  private static final String BOMB = "<w:p><w:r><w:t>Nothing at all.</w:t></w:r></w:p>";
  private final DocumentReader reader = new DocumentReader(new ReaderLimits(true, 96, 20, 300_000));

  @AfterEach
  void endProcesses() {
    reader.close();
  }

  @Test
  void readsAsTheExtractorDoesAndInOneProcess() throws IOException {
    byte[] docx = Fixtures.docx("Rules", "A rule \uD800 is a 😀 rule.");
    byte[] pdf = Fixtures.pdf("Terms", "The fee is $6.", "");
    byte[] html = utf8("<html><body><h1>Fees</h1><p>Two &amp; more.</p></body></html>");
    Extractor here = new Extractor();
    assertThat(reader.extract("a.docx", docx, "auto")).isEqualTo(here.extract("a.docx", docx, ""));
    long children = ProcessHandle.current().children().count();
    assertThat(reader.extract("a.pdf", pdf, "auto")).isEqualTo(here.extract("a.pdf", pdf, ""));
    assertThat(reader.extract("a.html", html, "auto")).isEqualTo(here.extract("a.html", html, ""));
    byte[] locked = Fixtures.pdf("Locked", "Nobody reads it.", "secret");
    assertThat(reason(reader.extract("a.pdf", locked, "auto"))).contains("password");
    assertThat(ProcessHandle.current().children().count()).isEqualTo(children);
  }

  @Test
  void plainTextStartsNoProcess() {
    long children = ProcessHandle.current().children().count();
    assertThat(reader.extract("a.txt", utf8("Some words."), "auto")).isInstanceOf(Document.class);
    assertThat(reader.extract("a.md", utf8("# Some\n\nwords."), "auto"))
        .isInstanceOf(Document.class);
    assertThat(ProcessHandle.current().children().count()).isEqualTo(children);
  }

  @Test
  void whatUnpacksToFarMoreThanMemoryIsRejectedAndTheNextIsRead() throws IOException {
    byte[] bomb = docx(BOMB.repeat(1000), 4000); // 190 MB of XML
    assertThat(bomb.length).isLessThan(2_000_000);
    assertThat(reason(reader.extract("bomb.docx", bomb, "auto")))
        .containsAnyOf("96 MB", "300000 characters", "bomb");
    assertThat(reader.extract("a.docx", Fixtures.docx("Rules", "A rule."), "auto"))
        .isInstanceOf(Document.class);
  }

  @Test
  void operatorsWithoutEndAreRejectedByTime() throws IOException {
    DocumentReader hasty = new DocumentReader(new ReaderLimits(true, 256, 3, 300_000));
    try {
      byte[] pdf = pdf("q 1 0 0 1 0 0 cm Q ".repeat(10_000), 1500); // 45 million operators
      assertThat(pdf.length).isLessThan(3_000_000);
      assertThat(reason(hasty.extract("slow.pdf", pdf, "auto"))).contains("more than 3 s");
      assertThat(hasty.extract("a.docx", Fixtures.docx("Rules", "A rule."), "auto"))
          .isInstanceOf(Document.class);
    } finally {
      hasty.close();
    }
  }

  @Test
  void entitiesFromOutsideAreNotRead() throws IOException {
    String outside =
        "<!DOCTYPE w:document [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><w:document"
            + " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p><w:r><w:t>before"
            + " &e; after</w:t></w:r></w:p></w:body></w:document>";
    Extraction read = reader.extract("xxe.docx", zipped(outside), "auto");
    assertThat(read.toString()).doesNotContain("root:");
    String laughs =
        "<!DOCTYPE w:document [<!ENTITY a \"ha ha ha ha ha ha ha ha\">"
            + entities()
            + "]><w:document"
            + " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">"
            + "<w:body><w:p><w:r><w:t>&j;</w:t></w:r></w:p></w:body></w:document>";
    assertThat(reader.extract("laughs.docx", zipped(laughs), "auto").toString().length())
        .isLessThan(100_000);
  }

  @Test
  void tenThousandPagesAreADocument() throws IOException {
    try (PDDocument pdf = new PDDocument()) {
      PDType1Font font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
      for (int i = 0; i < 10_000; i++) {
        PDPage page = new PDPage();
        pdf.addPage(page);
        if (i % 1000 == 0) {
          try (PDPageContentStream content = new PDPageContentStream(pdf, page)) {
            content.beginText();
            content.setFont(font, 12);
            content.newLineAtOffset(50, 700);
            content.showText("Page " + i);
            content.endText();
          }
        }
      }
      Document read = (Document) reader.extract("long.pdf", bytes(pdf), "auto");
      assertThat(read.text()).contains("Page 0").contains("Page 9000");
    }
  }

  @Test
  void pagesThatContainThemselvesEnd() throws IOException {
    try (PDDocument pdf = new PDDocument()) {
      pdf.addPage(new PDPage());
      COSDictionary pages = pdf.getDocumentCatalog().getPages().getCOSObject();
      ((COSArray) pages.getDictionaryObject(COSName.KIDS)).add(pages);
      COSDictionary outline = new COSDictionary();
      outline.setItem(COSName.FIRST, outline);
      outline.setItem(COSName.NEXT, outline);
      pdf.getDocumentCatalog().getCOSObject().setItem(COSName.OUTLINES, outline);
      assertThat(reader.extract("loop.pdf", bytes(pdf), "auto")).isNotNull();
    }
    assertThat(reader.extract("a.docx", Fixtures.docx("Rules", "A rule."), "auto"))
        .isInstanceOf(Document.class);
  }

  @Test
  void aBrokenFontCostsAtMostItsDocument() throws IOException {
    try (PDDocument pdf = new PDDocument()) {
      PDPage page = new PDPage();
      pdf.addPage(page);
      COSStream garbage = pdf.getDocument().createCOSStream();
      try (var out = garbage.createOutputStream()) {
        out.write(new byte[5000]);
      }
      COSDictionary descriptor = new COSDictionary();
      descriptor.setItem(COSName.FONT_FILE2, garbage);
      COSDictionary font = new COSDictionary();
      font.setItem(COSName.TYPE, COSName.FONT);
      font.setItem(COSName.SUBTYPE, COSName.TRUE_TYPE);
      font.setItem(COSName.FONT_DESC, descriptor);
      COSDictionary fonts = new COSDictionary();
      fonts.setItem(COSName.getPDFName("F"), font);
      COSDictionary resources = new COSDictionary();
      resources.setItem(COSName.FONT, fonts);
      page.setResources(new PDResources(resources));
      COSStream content = pdf.getDocument().createCOSStream();
      try (var out = content.createOutputStream()) {
        out.write(utf8("BT /F 12 Tf (words) Tj ET"));
      }
      page.getCOSObject().setItem(COSName.CONTENTS, content);
      assertThat(reader.extract("font.pdf", bytes(pdf), "auto")).isNotNull();
    }
  }

  @Test
  void depthWithoutEndCostsAtMostItsDocument() throws IOException {
    for (String deep :
        new String[] {
          "<html><body>" + "<div>".repeat(300_000) + "words",
          "<html><body>" + "<b><i>".repeat(50_000) + "words",
          "{\\rtf1 " + "{".repeat(500_000) + "words"
        }) {
      String name = deep.startsWith("{") ? "a.rtf" : "a.html";
      assertThat(reader.extract(name, utf8(deep), "auto")).isNotNull();
    }
    byte[] archive = utf8("words");
    for (int i = 0; i < 50; i++) {
      archive = zip("inner.zip", archive);
    }
    assertThat(reason(reader.extract("a.zip", archive, "auto"))).contains("application/zip");
    assertThat(reader.extract("a.pdf", Fixtures.pdf("T", "Words.", ""), "auto"))
        .isInstanceOf(Document.class);
  }

  private static String reason(Extraction read) {
    if (read instanceof Extraction.Unknown unknown) {
      return unknown.reason();
    }
    assertThat(read).isInstanceOf(Unreadable.class);
    return ((Unreadable) read).reason();
  }

  private static String entities() {
    StringBuilder text = new StringBuilder();
    for (char name = 'b'; name <= 'j'; name++) {
      String before = "&" + (char) (name - 1) + ";";
      text.append("<!ENTITY ").append(name).append(" \"").append(before.repeat(10)).append("\">");
    }
    return text.toString();
  }

  private static byte[] pdf(String operators, int times) throws IOException {
    try (PDDocument pdf = new PDDocument()) {
      PDPage page = new PDPage();
      pdf.addPage(page);
      COSStream content = pdf.getDocument().createCOSStream();
      try (var out = content.createOutputStream(COSName.FLATE_DECODE)) {
        for (int i = 0; i < times; i++) {
          out.write(utf8(operators));
        }
      }
      page.getCOSObject().setItem(COSName.CONTENTS, content);
      return bytes(pdf);
    }
  }

  private static byte[] bytes(PDDocument pdf) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    pdf.save(out);
    return out.toByteArray();
  }

  private static byte[] docx(String paragraphs, int times) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      parts(zip);
      zip.write(
          utf8(
              "<w:document"
                  + " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">"
                  + "<w:body>"));
      for (int i = 0; i < times; i++) {
        zip.write(utf8(paragraphs));
      }
      zip.write(utf8("</w:body></w:document>"));
    }
    return bytes.toByteArray();
  }

  private static byte[] zipped(String document) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      parts(zip);
      zip.write(utf8(document));
    }
    return bytes.toByteArray();
  }

  /** What every DOCX has; its document comes last and is left open. */
  private static void parts(ZipOutputStream zip) throws IOException {
    zip.putNextEntry(new ZipEntry("[Content_Types].xml"));
    zip.write(
        utf8(
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default"
                + " Extension=\"rels\""
                + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Override"
                + " PartName=\"/word/document.xml\""
                + " ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>"));
    zip.putNextEntry(new ZipEntry("_rels/.rels"));
    zip.write(
        utf8(
            "<Relationships"
                + " xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship"
                + " Id=\"r\""
                + " Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\""
                + " Target=\"word/document.xml\"/></Relationships>"));
    zip.putNextEntry(new ZipEntry("word/document.xml"));
  }

  private static byte[] zip(String name, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(name));
      zip.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
