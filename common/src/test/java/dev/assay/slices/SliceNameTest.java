package dev.assay.slices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SliceNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"product × channel", "product x channel", "channel&product"})
  void signsSayTheSameAndKeysAreSorted(String text) {
    assertThat(SliceBy.parse(text)).hasValue(new SliceBy(List.of("channel", "product")));
    assertThat(SliceBy.parse(text).orElseThrow()).hasToString("channel × product");
  }

  @Test
  void aKeyMayHoldBlanksAndTheLetterX() {
    assertThat(SliceBy.parse("tax x line of business"))
        .hasValue(new SliceBy(List.of("line of business", "tax")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "product ×", "a & a", "a=b"})
  void whatNamesNoKeyOrOneTwiceIsNone(String text) {
    assertThat(SliceBy.parse(text)).isEmpty();
  }

  @Test
  void aPartWithoutEqualsBelongsToTheValueBefore() {
    assertThat(SliceName.pairs("channel=app & product=Cards & Loans"))
        .hasValue(Map.of("channel", "app", "product", "Cards & Loans"));
    assertThat(SliceName.by("product=Cards & Loans")).hasValue(new SliceBy(List.of("product")));
    assertThat(SliceName.pairs("all")).hasValue(Map.of());
    assertThat(SliceName.by("all")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"every", "=a", "a=1 & a=2"})
  void whatIsNoNameIsNone(String text) {
    assertThat(SliceName.pairs(text)).isEmpty();
  }
}
