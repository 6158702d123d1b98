package dev.assay.jobs.corpus;

import dev.assay.jobs.inputs.TextEncoding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.html.HtmlEncodingDetector;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Web pages without what stands on every page of a site. */
final class Pages {
  private static final String AROUND =
      "nav, [role=navigation], [role=banner], [role=contentinfo], [role=search]";

  /** Of the page, unless they are those of an article or a section, which hold its heading. */
  private static final String PAGE_ENDS = "header, footer";

  private static final String INSIDE = "article, main, section, [role=main]";

  private Pages() {}

  /**
   * The encoding of a page: as for any text where it is UTF-8 beyond ASCII, or marked; else as the
   * page declares it; else as for any text. A declaration is often left from another page.
   */
  static Charset encoding(byte[] content) throws IOException {
    TextEncoding found = TextEncoding.of(content);
    boolean ascii = found.isUtf8() && found.decode(content).chars().allMatch(c -> c < 128);
    if (found.mark() > 0 || found.isUtf8() && !ascii) {
      return found.charset();
    }
    Charset declared =
        new HtmlEncodingDetector().detect(new ByteArrayInputStream(content), new Metadata());
    if (declared == null) {
      return found.charset();
    }
    // Browsers read what is declared as ISO-8859-1 or ASCII so, and pages are written for them.
    return declared.equals(StandardCharsets.ISO_8859_1)
            || declared.equals(StandardCharsets.US_ASCII)
        ? TextEncoding.WESTERN
        : declared;
  }

  /** The page in UTF-8 without navigation, header and footer; whole where it has nothing else. */
  static byte[] content(byte[] content, Charset charset) {
    Document page = Jsoup.parse(new String(content, charset).replaceFirst("^\uFEFF", ""));
    Document whole = page.clone();
    page.select(AROUND).remove();
    for (Element end : page.select(PAGE_ENDS)) {
      if (end.closest(INSIDE) == null) {
        end.remove();
      }
    }
    Document kept = page.text().isBlank() ? whole : page;
    // What a page declares is no longer so.
    kept.select("meta[charset], meta[http-equiv=content-type]").remove();
    return kept.outerHtml().getBytes(StandardCharsets.UTF_8);
  }
}
