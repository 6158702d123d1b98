package dev.assay.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HashesTest {

  @Test
  void lengthPrefixesKeepPartsApart() {
    assertThat(Hashes.sha256("ab", "c"))
        .isNotEqualTo(Hashes.sha256("a", "bc"))
        .isNotEqualTo(Hashes.sha256("abc"))
        .isNotEqualTo(Hashes.sha256("ab", "c", ""));
  }

  @Test
  void matchesTheStatedEncoding() {
    // printf '\000\000\000\003abc' | sha256sum (GNU coreutils)
    assertThat(Hashes.sha256("abc"))
        .isEqualTo("d04b72a650ce0f8ce4963330a53ee2832733d2baeffff3c1d8e256cca096d120");
  }

  @Test
  void whatFailedBeforeLeavesNothingBehind() {
    String before = Hashes.sha256("abc");
    assertThatThrownBy(() -> Hashes.sha256("lost", null)).isInstanceOf(NullPointerException.class);
    assertThat(Hashes.sha256("abc")).isEqualTo(before);
  }

  @Test
  void theBeginningIsTheFirst64Bits() {
    assertThat(Hashes.beginning("d04b72a650ce0f8ce4963330a53ee283"))
        .isEqualTo(0xd04b72a650ce0f8cL)
        .isNegative();
    for (String other : List.of("", "d04b72a650ce0f8", "of a text that nobody hashed")) {
      assertThatThrownBy(() -> Hashes.beginning(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("'" + other + "' is no hash");
    }
  }

  @Test
  void hashesNothingAsTheEmptyMessage() {
    // FIPS 180-4 example: SHA-256 of the empty message.
    assertThat(Hashes.sha256())
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }
}
