package dev.assay.jobs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFStyle;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTStyle;

/** Documents made by the libraries that others make them with. */
public final class Fixtures {
  public static final String PNG_START = "\u0089PNG\r\n\u001a\n";

  private Fixtures() {}

  /** A page with one line, encrypted where there is a password. */
  public static byte[] pdf(String title, String line, String password) throws IOException {
    try (PDDocument document = new PDDocument();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      document.getDocumentInformation().setTitle(title);
      PDPage page = new PDPage();
      document.addPage(page);
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.beginText();
        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        content.newLineAtOffset(72, 700);
        content.showText(line);
        content.endText();
      }
      if (!password.isEmpty()) {
        document.protect(new StandardProtectionPolicy(password, password, new AccessPermission()));
      }
      document.save(out);
      return out.toByteArray();
    }
  }

  /** A document with a title and one paragraph. */
  public static byte[] docx(String title, String paragraph) throws IOException {
    try (XWPFDocument document = new XWPFDocument();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      document.getProperties().getCoreProperties().setTitle(title);
      document.createParagraph().createRun().setText(paragraph);
      document.write(out);
      return out.toByteArray();
    }
  }

  /** A DOCX without a title, of one heading and one paragraph. */
  public static byte[] headedDocx(String heading, String paragraph) throws IOException {
    try (XWPFDocument document = new XWPFDocument();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      CTStyle style = CTStyle.Factory.newInstance();
      style.setStyleId("Heading1");
      style.addNewName().setVal("heading 1");
      document.createStyles().addStyle(new XWPFStyle(style));
      XWPFParagraph first = document.createParagraph();
      first.setStyle("Heading1");
      first.createRun().setText(heading);
      document.createParagraph().createRun().setText(paragraph);
      document.write(out);
      return out.toByteArray();
    }
  }
}
