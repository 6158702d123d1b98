package dev.assay.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;

/**
 * A web page whose policy (CSP) allows the scripts and style sheets that it was written with and no
 * other, by their hashes, no style attribute either, and in which invisible characters of what it
 * quotes are seen. Data in it has every "&lt;" escaped, so that what opens with {@code <script>} is
 * ours.
 */
public final class SealedPage {
  /** Where the hashes go. */
  public static final String PLACE = "@SCRIPTS@";

  private static final String OPEN = "<script>";
  private static final String CLOSE = "</script>";

  private SealedPage() {}

  /** Where those of style sheets go. */
  public static final String STYLES = "@STYLES@";

  /** The page with {@value #PLACE} and {@value #STYLES} in its policy replaced. */
  public static String of(String page) {
    String html = page.replace("\r\n", "\n").replace('\r', '\n'); // as browsers hash it
    StringBuilder sealed = new StringBuilder(html.length() + 200);
    Set<String> hashes = new TreeSet<>();
    int at = 0;
    for (int open = html.indexOf(OPEN); open >= 0; open = html.indexOf(OPEN, at)) {
      int from = open + OPEN.length();
      int to = html.indexOf(CLOSE, from);
      if (to < 0) {
        throw new IllegalArgumentException("The page has a script without an end");
      }
      sealed.append(Invisible.shown(html.substring(at, from))).append(html, from, to);
      hashes.add("'sha256-" + hash(html.substring(from, to)) + "'");
      at = to;
    }
    sealed.append(Invisible.shown(html.substring(at)));
    int place = sealed.indexOf(PLACE);
    if (place < 0) {
      throw new IllegalArgumentException("The page has no policy with " + PLACE);
    }
    sealed.replace(place, place + PLACE.length(), allowed(hashes));
    int styles = sealed.indexOf(STYLES);
    if (styles >= 0) {
      sealed.replace(styles, styles + STYLES.length(), allowed(styles(sealed)));
    }
    return sealed.toString();
  }

  private static String allowed(Set<String> hashes) {
    return hashes.isEmpty() ? "'none'" : String.join(" ", hashes);
  }

  /** Of the sheets as they are written, which stand before all data. */
  private static Set<String> styles(StringBuilder page) {
    Set<String> hashes = new TreeSet<>();
    int head = page.indexOf("</head>");
    for (int open = page.indexOf("<style>"); open >= 0 && open < head; ) {
      int from = open + "<style>".length();
      int to = page.indexOf("</style>", from);
      hashes.add("'sha256-" + hash(page.substring(from, to)) + "'");
      open = page.indexOf("<style>", to);
    }
    return hashes;
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("This Java has no SHA-256", missing);
    }
  }
}
