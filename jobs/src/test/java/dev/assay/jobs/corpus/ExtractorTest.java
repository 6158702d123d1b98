package dev.assay.jobs.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.Fixtures;
import dev.assay.jobs.corpus.Extraction.Document;
import dev.assay.jobs.corpus.Extraction.Unreadable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExtractorTest {
  private static final String HTML =
      "<html><head><title>Card fees</title><script>var x=1;</script></head>"
          + "<body><h1>Fees</h1><p>Each card costs $2.</p><p>Two &amp; more.</p></body></html>";
  private final Extractor extractor = new Extractor();

  @Test
  void readsThePlainTextOfAPdf() throws IOException {
    Document pdf = document("a.pdf", Fixtures.pdf("Terms", "The fee is $6.", ""));
    assertThat(pdf.title()).isEqualTo("Terms");
    assertThat(pdf.text().strip()).isEqualTo("The fee is $6.");
    assertThat(pdf.metadata()).containsEntry("content_type", "application/pdf");
  }

  @Test
  void readsDocx() throws IOException {
    Document docx = document("a.docx", Fixtures.docx("Rules", "A rule is a rule."));
    assertThat(docx.title()).isEqualTo("Rules");
    assertThat(docx.text().strip()).isEqualTo("A rule is a rule.");
  }

  @Test
  void readsHtmlWithoutScriptsAndKeepsBlocksApart() {
    Document html = document("a.html", utf8(HTML));
    assertThat(html.title()).isEqualTo("Card fees");
    assertThat(html.text())
        .doesNotContain("var x")
        .containsPattern("Fees\\s*\\n\\s*Each card costs \\$2\\.\\s*\\n\\s*Two & more\\.");
  }

  @Test
  void takesTheTitleOfMarkdownFromItsFirstHeading() {
    Document markdown = document("dir/a.md", utf8("intro\n\n## Monthly fee ##\n\nIt is $6."));
    assertThat(markdown.title()).isEqualTo("Monthly fee");
    assertThat(markdown.text()).isEqualTo("intro\n\n## Monthly fee ##\n\nIt is $6.");
  }

  @Test
  void marksInsideSentencesOfMarkdownAreNoText() {
    Document markdown =
        document(
            "a.md",
            utf8(
                "---\n"
                    + "title: x\n"
                    + "---\n"
                    + "Card *fees*\n"
                    + "=========\n\n"
                    + "A **new** card costs `$8`, see [the list](fees.md) and ![a"
                    + " card](card.png).\n\n"
                    + "- It is _not_ free_of_charge.\n"
                    + "- 2 * 3 * 4 is 24.\n"
                    + "<!-- draft -->\n"
                    + "| a | b |\n"
                    + "|---|---|\n"));
    assertThat(markdown.title()).isEqualTo("Card fees");
    assertThat(markdown.text())
        .isEqualTo(
            "# Card fees\n\nA new card costs $8, see the list and a card.\n\n- It is not"
                + " free_of_charge.\n- 2 * 3 * 4 is 24.\n\n| a | b |\n|---|---|\n");
  }

  @Test
  void aFileThatIsNotWhatItsNameSaysIsReadAsWhatItIs() throws IOException {
    assertThat(document("a.txt", Fixtures.pdf("Terms", "The fee.", "")).text()).contains("The fee");
    assertThat(document("a.pdf", utf8("Just plain words here.")).text())
        .isEqualTo("Just plain words here.");
    assertThat(document("a.md", utf8(HTML)).title()).isEqualTo("Card fees");
    assertThat(document("a.pdf", Fixtures.docx("Rules", "A rule.")).text()).contains("A rule.");
  }

  @Test
  void aFileThatIsNoDocumentIsUnreadable() {
    byte[] image = (Fixtures.PNG_START + "rest").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(reason("a.txt", image)).contains("image/png").contains("read are text");
    byte[] binary = new byte[2000];
    for (int i = 0; i < binary.length; i++) {
      binary[i] = (byte) (i * 37 % 31);
    }
    assertThat(reason("a.txt", binary)).contains("binary");
  }

  @Test
  void encryptedAndDamagedPdfsAreUnreadable() throws IOException {
    assertThat(reason("a.pdf", Fixtures.pdf("Terms", "The fee.", "secret"))).contains("password");
    byte[] whole = Fixtures.pdf("Terms", "The fee.", "");
    assertThat(reason("a.pdf", Arrays.copyOf(whole, 40))).contains("damaged");
    byte[] docx = Fixtures.docx("Rules", "A rule.");
    assertThat(reason("a.docx", Arrays.copyOf(docx, docx.length / 2))).isNotEmpty();
  }

  @Test
  void anEmptyFileIsUnreadable() {
    assertThat(reason("a.txt", new byte[0])).isEqualTo("the file is empty");
  }

  @Test
  void aPageIsReadInItsOwnEncodingWhateverItDeclares() {
    String page = "<html><head>%s</head><body><p>Die Gebühr für 2 Überweisungen.</p></body></html>";
    String declared = "<meta charset=\"%s\">";
    String text = "Die Gebühr für 2 Überweisungen.";
    assertThat(document("a.html", utf8(page.formatted(""))).text()).contains(text);
    assertThat(document("a.html", utf8(page.formatted(declared.formatted("tis-620")))).text())
        .as("valid UTF-8 is UTF-8")
        .contains(text);
    Document western =
        document(
            "a.html",
            page.formatted(declared.formatted("iso-8859-1"))
                .getBytes(Charset.forName("windows-1252")));
    assertThat(western.text()).contains(text);
    assertThat(western.metadata()).containsEntry("encoding", "windows-1252");
    assertThat(
            document("a.html", page.formatted("").getBytes(Charset.forName("windows-1252"))).text())
        .contains(text);
  }

  @Test
  void whatStandsAroundAPageIsNoText() {
    Document page =
        document(
            "a.html",
            utf8(
                "<html><head><title>Fees</title></head><body><header>Example Bank</header>"
                    + "<nav><a href='/'>Home</a></nav><div role='navigation'>Menu</div>"
                    + "<article><header><h1>Card fees</h1></header><p>A card costs $8.</p>"
                    + "<footer>Updated in May.</footer></article>"
                    + "<footer>Imprint</footer></body></html>"));
    assertThat(page.title()).isEqualTo("Fees");
    assertThat(page.text())
        .contains("Card fees", "A card costs $8.", "Updated in May.")
        .doesNotContain("Example Bank", "Home", "Menu", "Imprint");
    assertThat(
            document("a.html", utf8("<html><body><nav>All there is.</nav></body></html>")).text())
        .as("nothing else is there")
        .contains("All there is.");
  }

  @Test
  void aPdfWithoutATitleHasNone() throws IOException {
    for (String title : new String[] {"", "(anonymous)", "untitled", "Microsoft Word - x.doc"}) {
      assertThat(document("scan.pdf", Fixtures.pdf(title, "The fee is $6.", "")).title())
          .as(title)
          .isEmpty();
    }
  }

  @Test
  void headingsOfDocxAreHeadings() throws IOException {
    Document docx = document("a.docx", Fixtures.headedDocx("Card fees", "A card costs $8."));
    assertThat(docx.title()).as("the first heading, as there is no title").isEqualTo("Card fees");
    assertThat(docx.text().strip()).matches("# Card fees\\s*\\n\\s*\\n\\s*A card costs \\$8\\.");
  }

  @Test
  void findsTheEncoding() {
    String text = "Die Gebühr beträgt fünf Euro für jede Überweisung außerhalb der Öffnungszeiten.";
    for (String charset : new String[] {"UTF-8", "windows-1252", "UTF-16"}) {
      assertThat(document("a.txt", text.getBytes(Charset.forName(charset))).text())
          .as(charset)
          .isEqualTo(text);
    }
  }

  @Test
  void readsTextWithNulBytesEmojiAndRightToLeftWords() {
    String text = "Fee\u0000s are 😀 low. שלום עולם. مرحبا بالعالم.";
    assertThat(document("a.txt", utf8(text)).text()).isEqualTo(text);
  }

  private Document document(String name, byte[] content) {
    Extraction found = extractor.extract(name, content, "auto");
    assertThat(found).isInstanceOf(Document.class);
    return (Document) found;
  }

  private String reason(String name, byte[] content) {
    Extraction found = extractor.extract(name, content, "auto");
    assertThat(found).isInstanceOf(Unreadable.class);
    return ((Unreadable) found).reason();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
