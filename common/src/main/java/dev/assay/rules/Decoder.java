package dev.assay.rules;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds encoded passages in a text and decodes them: base16 (with or without separators and
 * prefixes), base32, base64 (both alphabets, wrapped lines), URL escapes, rot13; also encodings of
 * encodings, {@value #DEPTH} deep. A passage counts when what comes out is text: valid UTF-8 of
 * three characters or more, most of them letters, digits, blanks or percent signs.
 *
 * <p>No encoding here makes a text longer, and nothing is unpacked; all that is decoded is at most
 * {@value #OUTPUT} characters and {@value #PASSAGES} passages, beyond which the search stops and
 * says so.
 */
public final class Decoder {

  /** How often an encoding may be encoded. */
  public static final int DEPTH = 3;

  /** Characters that are decoded of one text at most. */
  public static final int OUTPUT = 2_000_000;

  /** Passages that are decoded of one text at most. */
  public static final int PASSAGES = 2_000;

  private static final Pattern HEX =
      Pattern.compile(
          "(?:(?:0x|\\\\x)[0-9A-Fa-f]{2}[ ,:;]{0,2})+"
              + "|\\b[0-9A-Fa-f]{2}(?:[ ,:;]{1,2}[0-9A-Fa-f]{2}\\b)+"
              + "|(?:0x|\\b)[0-9A-Fa-f]{6,}\\b");
  private static final Pattern BASE32 = Pattern.compile("\\b[A-Z2-7]{7,}={0,6}");
  private static final Pattern URL = Pattern.compile("[^\\s%]*(?:%[0-9A-Fa-f]{2}[^\\s%]*)+");
  private static final Set<String> COMMON =
      Set.of(
          "the", "of", "and", "to", "in", "is", "that", "for", "it", "was", "on", "are", "with",
          "as", "you", "your", "at", "be", "this", "have", "from", "or", "not", "by", "my", "card");
  private static final int LONGEST_COMMON =
      COMMON.stream().mapToInt(String::length).max().orElseThrow();
  private static final String BASE32_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  private final List<Passage> passages = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private long output;
  private boolean complete = true;

  private Decoder() {}

  /**
   * A decoded passage.
   *
   * @param encodings from the outermost, such as {@code base64>hex}
   * @param encoded the passage as it stood, in the text or in the passage around it
   * @param text what it says
   */
  public record Passage(String encodings, String encoded, String text) {}

  /**
   * What was decoded.
   *
   * @param passages in order of depth, then of place
   * @param complete false when a limit ended the search
   */
  public record Decoding(List<Passage> passages, boolean complete) {
    public Decoding {
      passages = List.copyOf(passages);
    }
  }

  /** Everything encoded in {@code text}. */
  public static Decoding decode(String text) {
    Decoder decoder = new Decoder();
    Deque<Passage> open = new ArrayDeque<>(List.of(new Passage("", "", text)));
    int level = 0;
    while (!open.isEmpty() && level++ < DEPTH) {
      int before = decoder.passages.size();
      open.forEach(decoder::inside);
      open.clear();
      open.addAll(decoder.passages.subList(before, decoder.passages.size()));
    }
    return new Decoding(decoder.passages, decoder.complete);
  }

  private void inside(Passage outer) {
    String text = outer.text();
    if (EncodedRuns.hexIsPossible(text)) {
      Matcher hex = HEX.matcher(text);
      while (hex.find()) {
        add(outer, "hex", hex.group(), hex(hex.group()));
      }
    }
    for (String run : EncodedRuns.base64(text)) {
      add(outer, "base64", run, base64(run));
      int lastLine = run.lastIndexOf('\n');
      if (lastLine > 0) {
        // The line after a wrapped passage may be text again.
        add(outer, "base64", run, base64(run.substring(0, lastLine)));
      }
    }
    if (EncodedRuns.base32IsPossible(text)) {
      Matcher base32 = BASE32.matcher(text);
      while (base32.find()) {
        add(outer, "base32", base32.group(), base32(base32.group()));
      }
    }
    if (text.indexOf('%') >= 0) {
      Matcher url = URL.matcher(text);
      while (url.find()) {
        add(outer, "url", url.group(), url(url.group()));
      }
    }
    if (!outer.encodings().endsWith("rot13")) {
      for (String line : EncodedRuns.lines(text)) {
        add(outer, "rot13", line, rot13(line));
      }
    }
  }

  private void add(Passage outer, String encoding, String encoded, Optional<String> decoded) {
    if (decoded.isEmpty() || !complete) {
      return;
    }
    String text = decoded.get();
    String path = outer.encodings().isEmpty() ? encoding : outer.encodings() + ">" + encoding;
    if (text.equals(outer.text()) || !seen.add(text)) {
      return;
    }
    output += text.length();
    if (output > OUTPUT || passages.size() == PASSAGES) {
      complete = false;
      return;
    }
    passages.add(new Passage(path, encoded, text));
  }

  private static Optional<String> hex(String run) {
    String digits = run.replace("0x", "").replace("\\x", "").replaceAll("[ ,:;]", "");
    if (digits.length() < 6) {
      return Optional.empty();
    }
    byte[] bytes = new byte[digits.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(digits, 2 * i, 2 * i + 2, 16);
    }
    return text(bytes);
  }

  private static Optional<String> base64(String run) {
    String digits = run.replaceAll("[=\\r\\n]", "").replace('-', '+').replace('_', '/');
    boolean mixed = kinds(digits) + (run.endsWith("=") ? 1 : 0) >= 2 && digits.length() % 4 != 1;
    if (!mixed) {
      return Optional.empty();
    }
    try {
      return text(java.util.Base64.getDecoder().decode(digits));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> base32(String run) {
    String digits = run.replace("=", "");
    byte[] bytes = new byte[digits.length() * 5 / 8];
    int buffer = 0;
    int bits = 0;
    int at = 0;
    for (int i = 0; i < digits.length(); i++) {
      buffer = (buffer << 5 | BASE32_DIGITS.indexOf(digits.charAt(i))) & 0xFFFF;
      bits += 5;
      if (bits >= 8) {
        bits -= 8;
        bytes[at++] = (byte) (buffer >> bits);
      }
    }
    return text(bytes);
  }

  private static Optional<String> url(String run) {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    byte[] raw = run.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < raw.length; i++) {
      int high = raw[i] == '%' && i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(raw[i + 2], 16);
      if (low < 0) {
        bytes.write(raw[i] == '+' ? ' ' : raw[i]);
      } else {
        bytes.write(16 * high + low);
        i += 2;
      }
    }
    return text(bytes.toByteArray());
  }

  /** The sentence turned by 13 letters, where it then has more common English words than before. */
  private static Optional<String> rot13(String sentence) {
    StringBuilder turned = new StringBuilder(sentence.length());
    for (int i = 0; i < sentence.length(); i++) {
      char c = sentence.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      char first = c >= 'a' ? 'a' : 'A';
      turned.append(letter ? (char) ((c - first + 13) % 26 + first) : c);
    }
    String text = turned.toString();
    int common = commonWords(text);
    return common >= 2 && common > 2 * commonWords(sentence) ? Optional.of(text) : Optional.empty();
  }

  /** Of the runs of small letters from a to z, once all letters are small. */
  private static int commonWords(String sentence) {
    String small = sentence.toLowerCase(java.util.Locale.ROOT);
    int common = 0;
    int start = 0;
    for (int i = 0; i <= small.length(); i++) {
      if (i == small.length() || small.charAt(i) < 'a' || small.charAt(i) > 'z') {
        boolean may = i > start && i - start <= LONGEST_COMMON;
        common += may && COMMON.contains(small.substring(start, i)) ? 1 : 0;
        start = i + 1;
      }
    }
    return common;
  }

  private static int kinds(String digits) {
    boolean upper = false;
    boolean lower = false;
    boolean other = false;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      upper |= Character.isUpperCase(c);
      lower |= Character.isLowerCase(c);
      other |= !Character.isLetter(c);
    }
    return (upper ? 1 : 0) + (lower ? 1 : 0) + (other ? 1 : 0);
  }

  /** The bytes as text, if they are one. */
  private static Optional<String> text(byte[] bytes) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
    int total = text.codePointCount(0, text.length());
    long control =
        text.codePoints().filter(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t').count();
    long plain =
        text.codePoints()
            .filter(c -> Character.isLetterOrDigit(c) || c == ' ' || c == '%' || c == '\n')
            .count();
    boolean readable =
        total >= 3 && control == 0 && text.indexOf(0x7F) < 0 && 10 * plain >= 7L * total;
    return readable ? Optional.of(text) : Optional.empty();
  }
}
