package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextEncodingTest {

  @ParameterizedTest
  @CsvSource({
    "UTF-8, Gebühr",
    "windows-1252, Gebühr",
    "windows-1252, Wie hoch ist die Gebühr? Die Gebühr beträgt 5 €.",
    "windows-1252, It’s a “quoted” text with a €5 fee.",
    "windows-1252, Le café coûte très cher à l'été.",
    "windows-1251, Комиссия за перевод составляет пять рублей.",
    "Shift_JIS, カードの再発行手数料は千円です。振込手数料は無料です。",
    "GB18030, 补发银行卡的手续费为十元。转账免费。",
    "UTF-16LE, The fee is five pounds.",
    "UTF-16BE, The fee is five pounds.",
    "UTF-16, Gebühr"
  })
  void textsAreReadAsTheyWereWritten(String charset, String text) {
    byte[] content = ("id,text\n1," + text + "\n").getBytes(Charset.forName(charset));
    assertThat(TextEncoding.of(content).decode(content)).isEqualTo("id,text\n1," + text + "\n");
  }

  @Test
  void aByteOrderMarkDecidesAndIsNoText() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
    out.writeBytes("id".getBytes(StandardCharsets.UTF_8));
    TextEncoding found = TextEncoding.of(out.toByteArray());
    assertThat(found.decode(out.toByteArray())).isEqualTo("id");
    assertThat(found.isUtf8()).isTrue();
  }

  @Test
  void theFirstLineThatIsNotUtf8IsKnownHoweverLateItComes() {
    String ascii = "just plain words\n".repeat(5000);
    byte[] content =
        (ascii + "Gebühr für Überweisungen\n").getBytes(Charset.forName("windows-1252"));
    TextEncoding found = TextEncoding.of(content);
    assertThat(found.oddLine()).hasValue(5001);
    assertThat(found.decode(content)).endsWith("Gebühr für Überweisungen\n");
  }

  @Test
  void aCharacterCutAtTheEndOfABeginningIsNoError() {
    byte[] whole = "ü".repeat(20_000).getBytes(StandardCharsets.UTF_8);
    assertThat(TextEncoding.of(java.util.Arrays.copyOf(whole, whole.length - 1)).isUtf8()).isTrue();
  }
}
