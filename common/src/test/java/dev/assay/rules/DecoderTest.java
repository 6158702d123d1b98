package dev.assay.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecoderTest {
  private static final List<UnaryOperator<String>> ENCODERS =
      List.of(
          text -> HexFormat.of().formatHex(bytes(text)),
          text -> HexFormat.ofDelimiter(" ").formatHex(bytes(text)),
          text -> Base64.getEncoder().encodeToString(bytes(text)),
          text -> Base64.getMimeEncoder().encodeToString(bytes(text)),
          text -> Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(text)),
          DecoderTest::percent);

  /** Values by Python's binascii, base64, urllib.parse and codecs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "code 48 65 6c 6c 6f end | hex | Hello",
        "48656c6c6f | hex | Hello",
        "0x48 0x65 0x6c | hex | Hel",
        "\\x48\\x65\\x6c\\x6c\\x6f | hex | Hello",
        "SGVsbG8= | base64 | Hello",
        "say SGVsbG8gV29ybGQh now | base64 | Hello World!",
        "JBSWY3DPEBLW64TMMQQQ==== | base32 | Hello World!",
        "a%20secret%3A%20Z%C3%BCrich | url | a secret: Zürich",
        "Gur cnffjbeq vf va gur svyr. | rot13 | The password is in the file.",
      })
  void decodesWhatStandsInAText(String text, String encoding, String decoded) {
    assertThat(Decoder.decode(text).passages())
        .anySatisfy(
            passage -> {
              assertThat(passage.encodings()).isEqualTo(encoding);
              assertThat(passage.text()).isEqualTo(decoded);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "48 65",
        "The fee for account 12345678 is charged within 30 days of the transfer.",
        "Your reference is 4012888888881881 and the limit 50000.",
        "international organisations settle responsibilities",
        "100% of the 50% fee",
        "ACCOUNT HOLDER STATEMENT",
        "这是一个句子。",
        "",
      })
  void ordinaryTextDecodesToNothing(String text) {
    assertThat(Decoder.decode(text).passages()).isEmpty();
  }

  @Property(tries = 200)
  void encodingsOfEncodingsAreUndone(
      @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 0, max = 5) Integer> chain) {
    String secret = "My number is 123-45-6789, thanks";
    String encoded = secret;
    for (int encoder : chain) {
      encoded = ENCODERS.get(encoder).apply(encoded);
    }
    assertThat(Decoder.decode("Here it is:\n" + encoded + "\nas you asked.").passages())
        .extracting(Decoder.Passage::text)
        .anySatisfy(text -> assertThat(text).contains("123-45-6789"));
  }

  @Test
  void fourLayersAreOneTooMany() {
    String encoded = "123-45-6789 is mine";
    for (int i = 0; i < 4; i++) {
      encoded = Base64.getEncoder().encodeToString(bytes(encoded));
    }
    assertThat(Decoder.decode(encoded).passages())
        .hasSize(3)
        .noneSatisfy(passage -> assertThat(passage.text()).contains("6789"));
  }

  @Test
  @Timeout(30)
  void aBombEndsAtTheLimitAndSaysSo() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      many.append(Base64.getEncoder().encodeToString(bytes("message " + i))).append(' ');
    }
    Decoder.Decoding decoding = Decoder.decode(many.toString());
    assertThat(decoding.complete()).isFalse();
    assertThat(decoding.passages()).hasSize(Decoder.PASSAGES);

    String deep = "x".repeat(3_000) + " words";
    for (int i = 0; i < 9; i++) {
      deep = Base64.getEncoder().encodeToString(bytes(deep));
    }
    Decoder.Decoding nested = Decoder.decode(deep.repeat(20));
    assertThat(nested.passages().stream().mapToLong(p -> p.text().length()).sum())
        .isLessThanOrEqualTo(Decoder.OUTPUT);
  }

  @ParameterizedTest
  @Timeout(30)
  @ValueSource(strings = {"a", "%41", "7 ", "The fee is 12. "})
  void aMegabyteIsDecodedInLinearTime(String piece) {
    Decoder.decode(piece.repeat(1_000_000 / piece.length()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String percent(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte b : bytes(text)) {
      escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
    }
    return escaped.toString();
  }
}
