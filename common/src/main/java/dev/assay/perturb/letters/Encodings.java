package dev.assay.perturb.letters;

import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Rewrite;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Questions in an encoding, behind a sentence that says which. The answer is to be in clear. */
public final class Encodings {
  private Encodings() {}

  /** All of them. */
  public static List<Perturbator> all() {
    return List.of(
        of("base16", "base 16 of UTF-8", text -> HexFormat.of().formatHex(bytes(text))),
        of(
            "base16_spaced",
            "base 16 of UTF-8 with blanks between bytes",
            text -> HexFormat.ofDelimiter(" ").formatHex(bytes(text))),
        of("base64", "base 64 of UTF-8", text -> Base64.getEncoder().encodeToString(bytes(text))),
        of(
            "url_encoding",
            "percent encoding, as in URLs",
            text -> URLEncoder.encode(text, StandardCharsets.UTF_8)),
        of("rot13", "ROT13", Encodings::turned));
  }

  private static Perturbator of(String id, String name, UnaryOperator<String> encode) {
    return new Perturbator(
        id,
        Meaning.ENCODED,
        false,
        "The question is written in " + name + ", which it says.",
        (asked, intensity, random) -> {
          String code = encode.apply(asked.text());
          return code.equals(asked.text())
              ? Rewrite.none("it reads the same in " + name)
              : Rewrite.to(
                  "The following question is written in %s. Decode it and answer in plain text: %s"
                      .formatted(name, code),
                  Map.of("encoding", id));
        });
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String turned(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .map(c -> c >= 'a' && c <= 'z' ? (c - 'a' + 13) % 26 + 'a' : c)
        .map(c -> c >= 'A' && c <= 'Z' ? (c - 'A' + 13) % 26 + 'A' : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }
}
