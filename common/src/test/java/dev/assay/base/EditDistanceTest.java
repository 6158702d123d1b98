package dev.assay.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EditDistanceTest {

  @Test
  void countsInsertionsDeletionsAndSubstitutions() {
    // The textbook pair: k→s, e→i, +g.
    assertThat(EditDistance.between("kitten", "sitting")).isEqualTo(3);
    assertThat(EditDistance.between("sitting", "kitten")).isEqualTo(3);
    assertThat(EditDistance.between("", "abc")).isEqualTo(3);
    assertThat(EditDistance.between("abc", "abc")).isZero();
  }

  @Test
  void countsCodePoints() {
    assertThat(EditDistance.between("a🙂b", "ab")).isEqualTo(1);
  }
}
